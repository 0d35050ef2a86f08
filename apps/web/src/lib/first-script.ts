/** The address of the page's main script, which differs between versions of the app: its name changes with any of its files. */
export const firstScript = () =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''
