import type { AppPlugin } from '@capacitor/app'
import { innerAddress } from './inner-address.ts'

/** Opens the page that a link into the app points to: `muster://open/alerts`, or a server's URL with `#/alerts`. */
export function followLinks(app: Pick<AppPlugin, 'addListener' | 'getLaunchUrl'>): void {
  const openLink = (link: string | undefined) => {
    const address = innerAddress(link)
    if (address) window.location.hash = address
  }
  void app.addListener('appUrlOpen', ({ url }) => openLink(url))
  void app.getLaunchUrl().then(launch => openLink(launch?.url))
}
