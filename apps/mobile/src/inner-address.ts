/**
 * Returns the page within the app that a link points to, such as `/alerts?unread=1`; undefined if the link points to no page of
 * ours.
 */
export function innerAddress(link: string | undefined): string | undefined {
  if (!link || !URL.canParse(link)) return undefined
  const url = new URL(link)
  const isOurs = url.protocol === 'muster:' && url.host === 'open'
  const path = isOurs ? `${url.pathname}${url.search}` : url.hash.slice(1)
  return (isOurs || url.protocol === 'https:') && /^\/[^/]/.test(path) ? path : undefined
}
