const COLOURS = ['#6d4aa3', '#0f7b6c', '#b4541a', '#2563a8', '#a8325f', '#4d6b1f'];

/** A square with an initial, always the same colour for the same name. */
export function Avatar({ name, app, small = false }: { name: string; app: boolean; small?: boolean }) {
  const sum = [...name].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  const classes = ['avatar', app && 'of-app', small && 'small'].filter(Boolean).join(' ');
  return (
    <span className={classes} style={{ background: COLOURS[sum % COLOURS.length] }} aria-hidden="true">
      {name.slice(0, 1)}
    </span>
  );
}
