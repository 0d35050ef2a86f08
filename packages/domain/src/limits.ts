const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const megabyte = 1024 * 1024

/**
 * Numbers that the server and the web app, or several features, share; a number of one file stands in that file. Most come from section 9
 * of both parts of the specification. The unit is in the name: `Ms` milliseconds, `M` metres, `Bytes`, `Px`; a name without one counts
 * things.
 */
export const limits = {
  // Zones
  polygonMinPoints: 3,
  /** Of all rings of a zone together; this and the import's are not named by the specification. */
  zoneMaxVertices: 2_000,
  importMaxFeatures: 1_000,
  importMaxBytes: 10 * megabyte,
  /** People of one file; the specification names no import. */
  importMaxPeople: 5_000,
  capacityMin: 1,
  /** The multi-coordinate form's upper end; the others have none. */
  capacityMax: 1_000,
  zoneRadiusM: 100,
  /** What may be asked for in place of it; the specification names neither. */
  zoneRadiusLeastM: 10,
  zoneRadiusMostM: 10_000,
  zoneRequestNoteLength: 2_000,
  /** Only for making zones of a radius; distances use the earth's radius. */
  metersPerDegree: 111_000,

  // Presence
  /** Who is inside, but was not seen for longer, stands apart; the specification names no such time. */
  presenceStaleMs: 30 * minute,
  /** A certain reading outside that waits for a second one counts without it once nothing came for so long. */
  leftBySilenceMs: 5 * minute,

  // Sharing one's position; the specification names none of these
  trackingRequestsMost: 100,

  // A day on the map; the specification names none of these
  /** The longest day of a calendar: clocks are put back by an hour. */
  dayMostMs: 25 * hour,
  /** The shortest: they are put forward by one. */
  dayLeastMs: 23 * hour,
  /** Readings that one answer holds; of more, the first and the last of every step are shown (`thinDay`). */
  dayReadingsMost: 1_600,
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
  /** The longer side of the picture shown in lists, and of one that is kept, in pixels; the specification names neither. */
  thumbnailPx: 480,
  attachmentMaxPx: 2_560,
  /** An uploaded file that nothing names is removed after this long. */
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
  /** After so many days without a sign-in a device is a stranger again. */
  knownDeviceKeepDays: 180,
  /** Requests for somebody's position that were answered or withdrawn; they are shown for a week. */
  locationRequestKeepDays: 90,
  alertsLimit: 100,
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
  /** Steps of one hazard that are shown, the newest of them. */
  hazardStepsMost: 500,
  broadcastTemplatesMost: 50,

  // Expected hours and attendance; the specification names none of these
  shiftPlansMost: 100,
  holidaysAtOnce: 100,
  shiftGraceMost: 240,
  correctedMinutesMost: 2_880,
  /** Corrections and objections of one day that are shown, the newest of them. */
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
  /** Characters of one skill, and skills of one person; the specification names neither. */
  skillMaxLength: 60,
  skillsMax: 50,
  pinLength: 4,
  retentionDays: 90,
  /** How far back one is told who looked at one's location. */
  locationLooksDays: 90,
  downloadKeepDays: 7,
  /** The same of a report as a file. */
  reportFileKeepDays: 7,

  // Notices
  zoneToastMs: 5 * second,

  // System status; the specification names none of these
  /** How long one reading of it serves all who look. */
  systemStatusHeldMs: 5 * second,

  // Maps
  /** As many people as one map shows. */
  livePositionsMost: 5_000,
  zoneColor: '#DC6068',
  mapHeightPx: 400,
  /** The middle of a map that has nothing to show yet. */
  mapDefaultCenter: { lat: 28.61, lng: 77.21 },
} as const
