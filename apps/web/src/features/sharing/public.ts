/** The sharing components and hooks used by the users, presence and dashboards features. */
export { OfferTrackingButton } from './offer-tracking-button.tsx'
export { RequestTrackingButton } from './request-tracking-button.tsx'
export { SharePosition } from './share-position.tsx'
export { SharingMark } from './sharing-mark.tsx'
export { RequestRow, TrackingRequests } from './tracking-requests.tsx'
export { useTrackingRequests } from './use-tracking-requests.ts'
