/** The script that the page names: it is another one with each version of the app, for its name changes with any of its files. */
export const firstScript = () =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''
