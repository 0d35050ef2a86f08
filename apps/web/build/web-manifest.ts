import type { ManifestOptions } from 'vite-plugin-pwa'

const icon = (name: string, sizes: string, purpose?: 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes,
  type: 'image/png',
  ...(purpose && { purpose }),
})
const shortcut = (name: string, page: string, glyph: string) => ({
  name,
  url: `/#/${page}`,
  icons: [icon(`shortcut-${glyph}`, '96x96')],
})
const screenshot = (name: string, sizes: string, form: 'narrow' | 'wide', label: string) => ({
  src: `/screenshots/${name}.png`,
  sizes,
  type: 'image/png',
  form_factor: form,
  label,
})

/**
 * The web app manifest. Files shared with the app are received by the service worker (service-worker/receive-shared-files.ts).
 */
export const webManifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Muster',
  short_name: 'Muster',
  description: 'Muster tells an organisation who is inside which zone, right now.',
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#F7F8FA',
  theme_color: '#FFFFFF',
  categories: ['business', 'productivity', 'utilities'],
  icons: [
    icon('icon-192', '192x192'),
    icon('icon-512', '512x512'),
    icon('maskable-192', '192x192', 'maskable'),
    icon('maskable-512', '512x512', 'maskable'),
  ],
  shortcuts: [
    // The same for every role: it opens the call for those who may send one, the list for captains, and says whom to call otherwise.
    shortcut('Emergency', 'emergencies?call=true', 'emergency'),
    shortcut('Check Position', 'my-zones', 'check'),
    shortcut('Report', 'hazards?report=1', 'report'),
    shortcut('Alerts', 'alerts', 'alerts'),
  ],
  share_target: {
    action: '/share-target',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      title: 'title',
      text: 'text',
      files: [{ name: 'files', accept: ['image/*', 'video/mp4', 'application/pdf'] }],
    },
  },
  screenshots: [
    screenshot('check', '720x1280', 'narrow', 'Am I inside? One button answers.'),
    screenshot('alerts', '720x1280', 'narrow', 'What happened, the newest first.'),
    screenshot('inside-now', '1280x800', 'wide', 'Who is inside which zone, right now.'),
  ],
}
