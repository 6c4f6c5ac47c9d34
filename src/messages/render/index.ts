/** Values → what Slack is given. Pure: no I/O, no clock. */

export type { RenderConfig, RenderContext } from './context.js';
export { renderStormPage } from './page.js';
export { renderSaying } from './saying.js';
