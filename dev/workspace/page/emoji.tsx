const GLYPHS: Record<string, string> = {
  thumbsup: '👍',
  '-1': '👎',
  heavy_check_mark: '✔',
  x: '❌',
  tada: '🎉',
  heart: '♥',
  warning: '⚠',
  hourglass: '⌛',
  raised_hands: '🙌',
  rocket: '🚀',
  wave: '👋',
  rotating_light: '🚨',
  lock: '🔒',
};

/** The three that people here use all the time, drawn, so that they look the same without an emoji font. */
const DRAWN: Record<string, React.ReactNode> = {
  eyes: (
    <>
      <ellipse cx="5" cy="8" rx="3.6" ry="5.4" fill="#fff" stroke="#555" strokeWidth="0.8" />
      <ellipse cx="11.6" cy="8" rx="3.6" ry="5.4" fill="#fff" stroke="#555" strokeWidth="0.8" />
      <circle cx="4" cy="9" r="1.9" fill="#222" />
      <circle cx="10.6" cy="9" r="1.9" fill="#222" />
    </>
  ),
  white_check_mark: (
    <>
      <rect x="1" y="1" width="14" height="14" rx="3" fill="#2f9e58" />
      <path d="M4 8.4l2.7 2.7L12 5.3" fill="none" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
    </>
  ),
  '+1': (
    <path
      d="M5 7.2L7.6 1.8c1.4 0 2 .9 1.8 2.2L9 6.2h3.9c1 0 1.6.8 1.4 1.7l-1.2 4.9c-.2.8-.8 1.2-1.6 1.2H5zM1.6 7.2H4V14H1.6z"
      fill="#f2b632"
      stroke="#9c6c06"
      strokeWidth="0.7"
      strokeLinejoin="round"
    />
  ),
};

/** An emoji by its name; the name itself where it is not known. */
export function Emoji({ name }: { name: string }) {
  const drawn = DRAWN[name];
  if (!drawn) return <span>{GLYPHS[name] ?? `:${name}:`}</span>;
  return (
    <svg className="emoji" viewBox="0 0 16 16" role="img" aria-label={`:${name}:`}>
      {drawn}
    </svg>
  );
}
