const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const megabyte = 1024 * 1024

/**
 * The numbers of the specification (section 9 of both parts) that the code reads; one that nothing reads yet stands in the specification alone. The unit is in the name: `Ms`
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
  /** People of one file; the specification names no import. */
  importMaxPeople: 5_000,
  capacityMin: 1,
  /** The multi-coordinate form's upper end; the others have none. */
  capacityMax: 1_000,
  zoneFromLocationCapacity: 50,
  multiCoordinateCapacity: 50,
  /** To each side of the current location. */
  zoneFromLocationDegrees: 0.001,
  zoneRadiusM: 100,
  /** What may be asked for in place of it; the specification names neither. */
  zoneRadiusLeastM: 10,
  zoneRadiusMostM: 10_000,
  zoneRequestNoteLength: 2_000,
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
  /** How often a device that finds nothing is asked again; the specification names no number. */
  locationRetries: 2,
  /** Retry n comes n times this long after the failure, and gives the device n times the extra time. */
  locationRetryDelayMs: 2 * second,
  locationRetryExtraMs: 5 * second,
  reloadAfterCheckMs: 500,
  /** Who is inside, but was not seen for longer, stands apart; the specification names no such time. */
  presenceStaleMs: 30 * minute,
  /** Between two readings; the specification names none of these. Metres a second: the pace of a walk, and what nothing drives faster than. */
  walkSpeedMps: 1.5,
  /** Steps that are longer than this tell of errors, and shorter ones of somebody who walks. */
  briskSpeedMps: 2.1,
  vehicleSpeedMps: 90,
  /** One reading tells of a walk alone within this time; from then on of a ride, by so many metres a second more with each second. */
  rideAfterMs: 2 * minute,
  rideGainMps2: 0.2,
  /** A certain reading outside that waits for a second one counts without it once nothing came for so long. */
  leftBySilenceMs: 5 * minute,
  /** How long uncertain readings, and jumps, have to agree at least; and uncertain ones in a zone wider than they are inexact. */
  shortAgreementMs: 10 * second,
  longAgreementMs: 2 * minute,
  /** Somebody who came or went less than this ago may not have. */
  lateChangeMs: 15 * minute,
  /** The time constant of the error of a phone that lies still. */
  errorTimeMs: 5 * minute,
  /** Two readings further apart in time do not tell whether somebody moved. */
  moveWithinMs: minute,

  // Tracking: what the device is asked, and how patient the app is with it
  gpsOnlyTimeoutMs: 45 * second,
  highAccuracyTimeoutMs: 30 * second,
  highAccuracyMaxAgeMs: 3 * second,
  ultraTimeoutMs: 60 * second,
  locationAttempts: 3,
  afterPoorReadingMs: 3 * second,
  afterLocationErrorMs: 2 * second,
  gpsWarmUpMs: 10 * second,
  gpsWarmUpWaitMs: 2 * second,
  trackingIntervalMs: 15 * second,
  /** So old may a good reading be that stands in for one that could not be had. */
  cachedLocationMs: 2 * minute,

  // Sharing one's position; the specification names none of these
  sharingDefaultMs: 8 * hour,
  sharingMostMs: 24 * hour,
  trackingRequestsMost: 100,
  /** Of the same person, in the same zone, by the same one. */
  trackingRequestsADay: 5,

  // A day on the map; the specification names none of these
  /** The longest day of a calendar: clocks are put back by an hour. */
  dayMostMs: 25 * hour,
  /** The shortest: they are put forward by one. */
  dayLeastMs: 23 * hour,
  /** Readings that one answer holds; of more, the first and the last of every step are shown (`thinDay`). */
  dayReadingsMost: 1_600,
  dayStepMs: 2 * minute,
  dayVisitsMost: 500,

  // Uploads
  profileImageMaxBytes: 5 * megabyte,
  /** Pixels of a picture that is decoded, those of all its frames together; the specification names none. */
  pictureMaxPixels: 16_000_000,

  /** How long something may have waited on a device for a network. */
  waitedMostMs: 30 * 24 * hour,
  /** Of a hazard, a broadcast, a chat or a document. */
  attachmentMaxBytes: 10 * megabyte,
  /** Attachments of one hazard; the specification names no number. */
  hazardAttachmentsMost: 5,
  /** Bytes that an office document may unfold to; the specification names none. */
  officeUnpackedMaxBytes: 200 * megabyte,
  /** The longer side of the picture shown in lists, and of one that is kept, in pixels; the specification names neither. */
  thumbnailPx: 480,
  attachmentMaxPx: 2_560,
  /** An uploaded file that nothing names is removed after this long. */
  orphanFileMs: 24 * hour,

  // Signed links
  signedLinkMs: 5 * minute,
  /** The link that is asked for where an attachment of a hazard could not be fetched. */
  hazardFallbackLinkMs: minute,

  // Lists
  historyLimit: 10,
  historyShortLimit: 5,
  recentlyLeftLimit: 5,
  /** Zones to choose from; the specification names no number. */
  myZonesMost: 500,

  /** Alerts older than this are removed; the specification names no number. */
  alertKeepDays: 180,
  /** After so many days without a sign-in a device is a stranger again. */
  knownDeviceKeepDays: 180,
  /** Requests for somebody's position that were answered or withdrawn; they are shown for a week. */
  locationRequestKeepDays: 90,
  alertsLimit: 100,
  dashboardListLimit: 5,
  /** Hazards that one map shows; the specification names no number. */
  hazardsOnMapMost: 1_000,

  // Hazards, broadcasts and alerts; the specification names none of these
  titleMaxLength: 200,
  messageMaxLength: 4_000,
  broadcastAnswersMost: 4,
  /** Unanswered urgent questions that a device holds; one is shown, with the count of the others. */
  openQuestionsMost: 20,
  /** An unanswered urgent question stays open this long, unless somebody ends it (`question_ended_at` in SQL). */
  openQuestionDays: 7,
  broadcastGroupsMost: 50,
  /** Steps of one hazard that are shown, the newest of them. */
  hazardStepsMost: 500,
  broadcastTemplatesMost: 50,
  /** How long before its due time the assignee of a hazard is alerted. */
  dueSoonMs: hour,
  broadcastScheduleMostMs: 365 * 24 * hour,
  newAlertToastMs: 5 * second,

  // Expected hours and attendance; the specification names none of these
  shiftPlansMost: 100,
  /** Holidays of one zone, and those added at once. */
  holidaysMost: 1_000,
  holidaysAtOnce: 100,
  shiftGraceMost: 240,
  correctedMinutesMost: 2_880,
  /** How far ahead an absence can be excused. */
  excuseAheadDays: 366,
  /** How long before its day begins and after it ends the times of a correction may lie, for shifts that begin or end at night. */
  correctionBeforeMs: 12 * hour,
  correctionAfterMs: 24 * hour,
  /** Corrections and objections of one day that are shown, the newest of them. */
  dayCorrectionsMost: 50,

  // Groups and chat
  groupMessagesPage: 50,
  /** Shown files of a chat; more are '+N more'. */
  chatFilesShown: 3,
  /** Hazards and broadcasts that the page of groups fetches, and shows. */
  groupNewsFetched: 20,
  groupNewsShown: 5,
  groupFileLinkMs: hour,
  /** How long a message can be changed or deleted by who wrote it; the specification names none of these. */
  groupMessageChangeMs: 15 * minute,
  groupMembersMost: 1_000,
  groupMentionsMost: 20,
  groupNameMaxLength: 120,
  groupDescriptionMaxLength: 2_000,
  /** Unread for so long, a message is told by an alert. */
  groupUnreadAlertMs: 30 * second,
  typingShownMs: 5 * second,

  // Files and folders
  documentLinkMs: 5 * minute,
  /** What was deleted can be taken back for so long; the specification names none of these. */
  deletedKeptMs: 30 * 24 * hour,
  foldersMost: 500,
  folderDepthMost: 20,
  folderNameMaxLength: 120,
  /** Files and bytes of one download of several. */
  zipFilesMost: 1_000,
  zipMaxBytes: 1_024 * megabyte,
  selectionMost: 200,
  documentVersionsMost: 100,

  // Accounts
  passwordMin: 6,
  /** Characters of one skill, and skills of one person; the specification names neither. */
  skillMaxLength: 60,
  skillsMax: 50,
  pinLength: 4,
  retentionDays: 90,
  securityLogDays: 730,
  /** How far back one is told who looked at one's location. */
  locationLooksDays: 90,
  /** Downloads of one's own data: asked for in a day, and for how long one is kept; the specification names none of it. */
  downloadsADay: 5,
  downloadKeepDays: 7,
  /** The same of a report as a file. */
  reportFileKeepDays: 7,
  profileRetries: 3,
  /** Retry n waits n times this long first. */
  profileRetryDelayMs: second,

  // Notices
  pinSuccessToastMs: 3 * second,
  accountDeletedToastMs: 5 * second,
  zoneToastMs: 5 * second,
  /** A failure told away from the zone screens stays until it is read. */
  toastRemovalMs: 1_000 * second,
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
  mobileBreakpointPx: 1_024,

  // System status; the specification names none of these
  /** How long one reading of it serves all who look, and how long a part of it may take to answer. */
  systemStatusHeldMs: 5 * second,
  systemStatusProbeMs: second,
  /** After a request came through a proxy that is not trusted, so long it is said. */
  untrustedProxyShownMs: 24 * hour,
  databaseSlowMs: 250,
  /** Of the oldest job or mail that is due, and of the last job that was done: some run every minute. */
  jobsLateMs: 2 * minute,
  jobsStuckMs: 10 * minute,
  /** Free bytes of the folder of the data. */
  diskLowBytes: 2_048 * megabyte,
  diskFullBytes: 256 * megabyte,
  feedLateMs: 2 * second,
  feedStuckMs: 10 * second,
  /** Parts of the connections there may be. */
  connectionsManyPart: 0.8,
  connectionsMostPart: 0.95,

  // Maps
  /** As many people as one map shows. */
  livePositionsMost: 5_000,
  zoneColor: '#DC6068',
  zoneFillOpacity: 0.25,
  zoneStrokeWidth: 2,
  mapHeightPx: 400,
  /** Of a map that has nothing to show yet. */
  mapDefaultCenter: { lat: 28.61, lng: 77.21 },
  /** Google's map: its first zoom, and how long its library may take to start. */
  mapPlaceZoom: 15,
  mapsPolls: 50,
  mapsPollMs: 100,
} as const
