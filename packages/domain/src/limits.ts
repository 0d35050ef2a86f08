const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const megabyte = 1024 * 1024

/**
 * Numbers shared by the server and the web app, or by several features; a number used in one file is defined in that file. Most
 * come from section 9 of both parts of the specification. The unit is in the name: `Ms` milliseconds, `M` metres, `Bytes`, `Px`;
 * names without one are counts.
 */
export const limits = {
  // Zones
  polygonMinPoints: 3,
  /** Total over all rings of a zone. The specification names neither this nor the limits of the import. */
  zoneMaxVertices: 2_000,
  importMaxFeatures: 1_000,
  importMaxBytes: 10 * megabyte,
  /** People per file; the specification names no import. */
  importMaxPeople: 5_000,
  capacityMin: 1,
  /** Upper bound in the multi-coordinate form; the other forms have none. */
  capacityMax: 1_000,
  zoneRadiusM: 100,
  /** Radius that may be requested instead of a polygon; the specification names neither bound. */
  zoneRadiusLeastM: 10,
  zoneRadiusMostM: 10_000,
  zoneRequestNoteLength: 2_000,
  /** Used only to create zones from a radius; distances use the earth's radius. */
  metersPerDegree: 111_000,

  // Presence
  /** People inside but not seen for longer are listed separately; the specification names no such time. */
  presenceStaleMs: 30 * minute,
  /** A certain reading outside normally needs a second one; after this long without any reading it counts alone. */
  leftBySilenceMs: 5 * minute,

  // Location sharing; the specification names none of these
  trackingRequestsMost: 100,

  // A day on the map; the specification names none of these
  /** The longest day of a calendar, when clocks go back by an hour. */
  dayMostMs: 25 * hour,
  /** The shortest day of a calendar, when clocks go forward by an hour. */
  dayLeastMs: 23 * hour,
  /** Readings per response; beyond that, only the first and last of every step are shown (`thinDay`). */
  dayReadingsMost: 1_600,
  dayVisitsMost: 500,

  // Uploads
  profileImageMaxBytes: 5 * megabyte,
  /** Pixels of a decoded picture, summed over all its frames; the specification names no limit. */
  pictureMaxPixels: 16_000_000,

  /** Longest time that a device may store something while offline. */
  waitedMostMs: 30 * 24 * hour,
  /** Applies to hazards, broadcasts, chats and documents. */
  attachmentMaxBytes: 10 * megabyte,
  /** Attachments per hazard; the specification names no number. */
  hazardAttachmentsMost: 5,
  /** The longer side of the picture shown in lists, and of a stored picture, in pixels; the specification names neither. */
  thumbnailPx: 480,
  attachmentMaxPx: 2_560,
  /** Uploaded files without any reference are removed after this long. */
  orphanFileMs: 24 * hour,

  // Signed links
  signedLinkMs: 5 * minute,

  // Lists
  historyLimit: 10,
  historyShortLimit: 5,
  recentlyLeftLimit: 5,
  /** Zones to choose from; the specification names no number. */
  myZonesMost: 500,

  /** Alerts older than this are removed; the specification names no number. */
  alertKeepDays: 180,
  /** After this many days without a sign-in, a device counts as new again. */
  knownDeviceKeepDays: 180,
  /** Retention of answered or withdrawn location requests, which are shown for a week. */
  locationRequestKeepDays: 90,
  alertsLimit: 100,
  /** Hazards shown on one map; the specification names no number. */
  hazardsOnMapMost: 1_000,

  // Hazards, broadcasts and alerts; the specification names none of these
  titleMaxLength: 200,
  messageMaxLength: 4_000,
  broadcastAnswersMost: 4,
  /** Unanswered urgent questions stored on a device; one is shown, with the count of the others. */
  openQuestionsMost: 20,
  /** An unanswered urgent question stays open for this many days unless somebody ends it (`question_ended_at` in SQL). */
  openQuestionDays: 7,
  /** Steps shown for one hazard, newest first. */
  hazardStepsMost: 500,
  broadcastTemplatesMost: 50,

  // Expected hours and attendance; the specification names none of these
  shiftPlansMost: 100,
  holidaysAtOnce: 100,
  shiftGraceMost: 240,
  correctedMinutesMost: 2_880,
  /** Corrections and objections shown for one day, newest first. */
  dayCorrectionsMost: 50,

  // Groups and chat
  groupMessagesPage: 50,
  groupMembersMost: 1_000,
  groupMentionsMost: 20,
  groupNameMaxLength: 120,
  groupDescriptionMaxLength: 2_000,

  // Files and folders
  foldersMost: 500,
  folderDepthMost: 20,
  folderNameMaxLength: 120,
  selectionMost: 200,
  documentVersionsMost: 100,

  // Accounts
  passwordMin: 6,
  /** Characters of one skill, and skills per person; the specification names neither. */
  skillMaxLength: 60,
  skillsMax: 50,
  pinLength: 4,
  retentionDays: 90,
  /** Days back for which people see who viewed their location. */
  locationLooksDays: 90,
  downloadKeepDays: 7,
  /** Retention of report files. */
  reportFileKeepDays: 7,

  // Notices
  zoneToastMs: 5 * second,

  // System status; the specification names none of these
  /** One reading is cached this long for all viewers. */
  systemStatusHeldMs: 5 * second,

  // Maps
  /** People shown on one map. */
  livePositionsMost: 5_000,
  zoneColor: '#DC6068',
  mapHeightPx: 400,
  /** The centre of a map that has nothing to show yet. */
  mapDefaultCenter: { lat: 28.61, lng: 77.21 },
} as const
