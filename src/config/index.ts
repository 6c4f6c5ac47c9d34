/** The configuration, the secrets and the Slack app's surface: what other parts may import from here. */
export { buildConfig, DEFAULTS, defaultCommand, resolveLedgerUrl } from './build.js';
export { formatDuration, parseDuration } from './duration.js';
export { BUILT_IN_KIND_NAMES, type BuiltInKind, isBuiltInKind, KIND_DEFAULTS } from './kinds.js';
export { type ConfigResult, type Env, findConfigPath, loadConfig, parseConfig } from './load.js';
export { type Manifest, manifestFor } from './manifest.js';
export { formatProblems, nearest, type Problem, suggestion, withoutSecrets } from './problems.js';
export { readSecrets, type Secrets, type SecretsResult, SLACK_API_URL } from './secrets.js';
export * from './slack-surface.js';
export type * from './types.js';
export { isLoopbackHost } from './urls.js';
