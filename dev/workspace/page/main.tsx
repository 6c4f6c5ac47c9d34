import { createRoot } from 'react-dom/client';
import 'slack-blocks-to-jsx/dist/style.css';
import './styles/layout.css';
import './styles/message.css';
import './styles/forms.css';
import { App } from './app.js';

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
