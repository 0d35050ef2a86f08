/** The URL of the page's main script. It identifies the app's version, because it changes with any of the app's files. */
export const findFirstScript = () =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''
