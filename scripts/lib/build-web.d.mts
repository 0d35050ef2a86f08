/** Builds the web app where its sources changed since it was built. */
export function ensureWebBuilt(how?: { report?: boolean }): Promise<number>
