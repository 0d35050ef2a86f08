/** Builds the web app if its sources have changed since the last build. */
export function ensureWebBuilt(how?: { report?: boolean }): Promise<number>
