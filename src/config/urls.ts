/** Which addresses the configuration may name: encrypted ones, and this machine's own. */

/** Whether a host is this machine: 127.0.0.0/8, ::1 (with or without brackets) or localhost. */
export function isLoopbackHost(host: string): boolean {
  if (host === 'localhost' || host === '::1' || host === '[::1]') return true;
  const parts = host.split('.');
  return (
    parts.length === 4 && parts[0] === '127' && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)
  );
}

/**
 * Whether a URL is https, or http to this machine, and carries no user name or password.
 * @returns null when it is; otherwise why not, with the fix.
 */
export function urlFault(text: string): string | null {
  const url = parse(text);
  if (!url) return 'is not a URL; write it whole, such as https://example.com/path';
  if (url.username !== '' || url.password !== '')
    return 'carries a user name or password; secrets come from the environment only';
  if (url.protocol === 'https:') return null;
  if (url.protocol === 'http:' && isLoopbackHost(url.hostname)) return null;
  return 'has to be https (http is only for this machine: 127.0.0.1, ::1 or localhost)';
}

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
