import type { AppPlugin } from '@capacitor/app'
import { innerAddress } from './inner-address.ts'

/** Opens the page of a link into the app: `muster://open/alerts`, or a URL of a server with `#/alerts`. */
export function followLinks(app: Pick<AppPlugin, 'addListener' | 'getLaunchUrl'>): void {
  const open = (link: string | undefined) => {
    const address = innerAddress(link)
    if (address) window.location.hash = address
  }
  void app.addListener('appUrlOpen', ({ url }) => open(url))
  void app.getLaunchUrl().then(launch => open(launch?.url))
}
