const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const megabyte = 1024 * 1024

/**
 * The numbers of the specification (section 9 of both parts) that more than one place needs. The unit is in the name: `Ms`
 * milliseconds, `S` seconds, `M` metres, `Bytes`, `Degrees`, `Px`; a name without one counts things.
 */
export const limits = {
  // Zones
  polygonMinPoints: 3,
  /** Of all rings of a zone together; this, the next two and the import's are not named by the specification. */
  zoneMaxVertices: 2_000,
  /** Smaller than any position fix can tell from nothing. */
  zoneMinAreaM2: 1,
  /** Across; more is a slip of the hand or swapped coordinates. */
  zoneMaxDiagonalM: 1_000_000,
  importMaxFeatures: 1_000,
  importMaxBytes: 10 * megabyte,
  defaultCapacity: 50,
  capacityMin: 1,
  /** The multi-coordinate form's upper end; the others have none. */
  capacityMax: 1_000,
  zoneFromLocationCapacity: 50,
  /** To each side of the current location. */
  zoneFromLocationDegrees: 0.001,
  zoneRadiusM: 100,
  /** Only for making zones of a radius; distances use the earth's radius. */
  metersPerDegree: 111_000,

  // Position checks: what the device is asked, and how old an answer it may give
  checkTimeoutMs: 8 * second,
  checkMaxAgeMs: 30 * second,
  /** A timer around the device's own, for devices that never call back. */
  checkOuterTimeoutMs: 10 * second,
  memberCheckTimeoutMs: 15 * second,
  memberCheckMaxAgeMs: 30 * second,
  getLocationTimeoutMs: 30 * second,
  getLocationMaxAgeMs: 60 * second,
  mapCreatorTimeoutMs: 10 * second,
  zoneDialogTimeoutMs: 15 * second,
  zoneDialogMaxAgeMs: 5 * minute,
  /** Attempt n waits n times this long first. */
  locationRetryDelayMs: 2 * second,
  /** Attempt n may take n times this much longer. */
  locationRetryExtraTimeoutMs: 5 * second,
  reloadAfterCheckMs: 500,
  presenceReloadDebounceMs: second,
  /** Who is inside, but was not seen for longer, stands apart; the specification names no such time. */
  presenceStaleMs: 30 * minute,

  // Tracking, mobile and web
  gpsOnlyTimeoutMs: 45 * second,
  highAccuracyTimeoutMs: 30 * second,
  highAccuracyMaxAgeMs: 3 * second,
  ultraTimeoutMs: 60 * second,
  trackingAttempts: 3,
  waitAfterPoorReadingMs: 3 * second,
  waitAfterLocationErrorMs: 2 * second,
  /** Above this a native device retries once in GPS-only mode, and tracking ignores the reading. */
  trackingIgnoreAboveM: 15,
  trackingIntervalMs: 15 * second,
  cachedLocationUsableMs: 2 * minute,
  androidWarmUpMs: 10 * second,
  androidWarmUpWaitMs: 2 * second,

  // Uploads
  uploadMaxBytes: 10 * megabyte,
  profileImageMaxBytes: 5 * megabyte,
  cacheControlS: 3_600,

  // Signed links; none lives longer than 5 minutes but group files
  signedLinkMs: 5 * minute,
  hazardLinkMs: 60 * second,
  groupFileLinkMs: hour,

  // Lists
  alertsLimit: 100,
  historyLimit: 10,
  historyShortLimit: 5,
  recentlyLeftLimit: 5,
  recentActivityLimit: 2,
  dashboardListLimit: 5,
  groupMessagesPageSize: 50,
  groupsPageFetchLimit: 20,
  groupsPageShowLimit: 5,
  chatSharedFilesLimit: 3,

  // Accounts
  passwordMin: 6,
  /** Characters of one skill, and skills of one person; the specification names neither. */
  skillMaxLength: 60,
  skillsMax: 50,
  pinLength: 4,
  retentionDays: 90,
  profileRetries: 3,
  /** Retry n waits n times this long first. */
  profileRetryDelayMs: second,

  // Notices
  newAlertNoticeMs: 5 * second,
  pinSuccessToastMs: 3 * second,
  accountDeletedToastMs: 5 * second,
  zoneToastMs: 5 * second,
  toastMs: 4 * second,
  toastsVisible: 3,
  toastWidthPx: 356,
  toastGapPx: 14,

  // Queries
  queryStaleMs: 5 * minute,
  queryGcMs: 5 * minute,
  queryRetries: 3,
  queryRetryBaseMs: second,
  queryRetryMaxMs: 30 * second,

  // Shell
  sidebarExpandedPx: 280,
  sidebarCollapsedPx: 70,
  mobileBreakpointPx: 1_024,

  // Maps
  mapZoom: 15,
  mapFallbackZoom: 12,
  mapFallbackLat: 28.61,
  mapFallbackLng: 77.21,
  zoneUsersMapLat: 40.71,
  zoneUsersMapLng: -74.01,
  zoneUsersMapZoom: 13,
  mapHeightPx: 400,
  zoneColor: '#DC6068',
  zoneFillOpacity: 0.25,
  zoneStrokePx: 2,
} as const
