/** Installs the packages in the lockfile unless that has already been done; ends the process if it fails. */
export function ensureInstalled(kind: 'start' | 'full'): Promise<void>
