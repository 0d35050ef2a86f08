export { MapNotice } from './map-notice.tsx'
