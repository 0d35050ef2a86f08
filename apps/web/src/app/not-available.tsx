import { lazyScreen } from './lazy-screen.ts'

const NotAvailable = lazyScreen(() => import('./screens/not-available.tsx'), 'NotAvailable')

/** The screen of a page that is not built yet. */
export function notAvailable(title: string) {
  return Object.assign(() => <NotAvailable title={title} />, { preload: () => NotAvailable.preload?.() })
}
