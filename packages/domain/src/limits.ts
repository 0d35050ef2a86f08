const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const megabyte = 1024 * 1024

/**
 * Shared numbers; one used in a single file is defined there. Most come from section 9 of either part of the specification. Units
 * are in the names (`Ms`, `M` metres, `Px`, `Bytes`, `Days`), else counts.
 */
export const limits = {
  // Zones
  polygonMinPoints: 3,
  /** Maximum points of a zone, in all its rings together. The specification names neither this nor the limits of the import. */
  zoneMaxVertices: 2_000,
  importMaxFeatures: 1_000,
  importMaxBytes: 10 * megabyte,
  /** Maximum people per file. The specification does not mention an import. */
  importMaxPeople: 5_000,
  /** The time for which an import can be undone, and its left-out rows downloaded. */
  importUndoDays: 31,
  /** Maximum size of the file with the rows that an import left out, as JSON in a request; rows beyond it are not stored. */
  importLeftOutMaxBytes: 800_000,
  /** Stored files of left-out rows per person. */
  importLeftOutFilesMost: 50,
  capacityMin: 1,
  /** Maximum capacity in the multi-coordinate form; the other forms have no maximum. */
  capacityMax: 1_000,
  zoneRadiusM: 100,
  /** Minimum and maximum radius that can be requested instead of a polygon. The specification names neither. */
  zoneRadiusLeastM: 10,
  zoneRadiusMostM: 10_000,
  zoneRequestNoteLength: 2_000,
  /** Only used to create zones from a radius; distances use the earth's radius. */
  metersPerDegree: 111_000,

  // Presence
  /** People inside who were not seen for longer than this are listed separately. The specification names no such time. */
  presenceStaleMs: 30 * minute,
  /** An implausibly far certain reading outside needs a second; without one, the first ends the visit after this time. */
  leftBySilenceMs: 5 * minute,

  // Notices about entries, exits and shifts; the specification names none of these.
  noticeRulesMost: 50,
  /** Maximum people whose entries and exits one person follows in a zone. */
  noticePeopleMost: 50,
  /** Maximum people named in one alert; the others are counted. */
  noticeNamesMost: 20,
  /** An entry or exit that reached the server later than this is no longer reported. */
  noticeFreshMs: 15 * minute,

  // Location sharing; the specification names none of these.
  trackingRequestsMost: 100,

  // A day on the map; the specification names none of these.
  /** The longest calendar day, on which clocks go back by an hour. */
  dayMostMs: 25 * hour,
  /** The shortest calendar day, on which clocks go forward by an hour. */
  dayLeastMs: 23 * hour,
  /** Maximum readings per response. Above that, `thinDay` selects the readings to show. */
  dayReadingsMost: 1_600,
  dayVisitsMost: 500,

  // Uploads
  profileImageMaxBytes: 5 * megabyte,
  /** Maximum pixels of a decoded picture, summed over all its frames. The specification names no limit. */
  pictureMaxPixels: 16_000_000,

  /** Maximum time for which a device may store a request while offline before sending it. */
  waitedMostMs: 30 * 24 * hour,
  /** Applies to hazards, broadcasts, chats and documents. */
  attachmentMaxBytes: 10 * megabyte,
  /** Maximum attachments per hazard. The specification names no number. */
  hazardAttachmentsMost: 5,
  /** The longer side, in pixels, of the picture shown in lists, and of a stored picture. The specification names neither. */
  thumbnailPx: 480,
  attachmentMaxPx: 2_560,
  /** The time after which an uploaded file without any reference is removed. */
  orphanFileMs: 24 * hour,

  // Signed links
  signedLinkMs: 5 * minute,

  // Lists
  historyLimit: 10,
  historyShortLimit: 5,
  recentlyLeftLimit: 5,
  /** The time for which people who left are listed on Inside now. The specification names no such list. */
  recentlyLeftMs: 24 * hour,
  /** Maximum zones in the list to choose from. The specification names no number. */
  myZonesMost: 500,
  /** Maximum invitations accepted in one act. The specification names no number. */
  invitationsAtOnce: 100,

  /** Days after which alerts are removed. The specification names no number. */
  alertKeepDays: 180,
  /** Days without a sign-in after which a device counts as new again. */
  knownDeviceKeepDays: 180,
  /** Days for which answered or withdrawn location requests are kept. They are shown for a week. */
  locationRequestKeepDays: 90,
  alertsLimit: 100,
  /** Maximum hazards shown on one map. The specification names no number. */
  hazardsOnMapMost: 1_000,

  // Hazards, broadcasts and alerts; the specification names none of these.
  titleMaxLength: 200,
  messageMaxLength: 4_000,
  broadcastAnswersMost: 4,
  /** Maximum unanswered urgent questions stored on a device. Only one is shown, with the number of others. */
  openQuestionsMost: 20,
  /** Maximum own calls for help that the bar shows, and hours for which it does. */
  ownCallsMost: 3,
  ownCallHours: 24,
  /** Maximum open emergencies that the bar of a person knows. */
  ownEmergenciesMost: 10,
  /** Milliseconds after the all clear for which people on the roll see it on their pages. */
  allClearShownMs: 12 * 60 * 60 * 1_000,
  /** Maximum zones for which one emergency is declared, unless it is declared for all. */
  emergencyZonesMost: 100,
  /** Maximum captains of a zone. */
  captainsMost: 50,
  /** Maximum people of a zone who do not count as missing. */
  uncountedMost: 100,
  /** Milliseconds before the declaration in which a visit must have ended for the person to be listed as having left before. */
  leftBeforeMs: 60 * 60 * 1_000,
  /** The same for visits that ended with the day, because nobody said that these visitors left. */
  dayEndBeforeMs: 12 * 60 * 60 * 1_000,
  /** Maximum emergency plans of a zone. */
  emergencyPlansMost: 20,
  /** Maximum people whom a plan tells that somebody has not answered. */
  emergencyContactsMost: 10,
  /** Maximum months between two drills. */
  drillMonthsMost: 24,
  /** Maximum assembly points of a zone. */
  assemblyPointsMost: 20,
  /** Maximum radius of an assembly point in metres, because whoever is seen within it counts as safe. */
  assemblyPointRadiusMost: 200,
  /** Maximum people added by hand to the roll of one emergency. */
  emergencyAddedMost: 1_000,
  /** Maximum people named as going to somebody who needs help. */
  emergencyHelpersMost: 5,
  /** Maximum findings of one emergency, and maximum open ones listed for all. */
  emergencyFindingsMost: 50,
  openFindingsMost: 50,
  /** Maximum links for responders of one emergency that work at the same time. */
  responderLinksMost: 5,
  /** Maximum times that one link for responders is opened. */
  responderOpensMost: 100,
  /** Wrong codes for a link for responders after which an address waits. */
  responderCodesBeforeLock: 5,
  /** Milliseconds for which it waits. */
  responderLockMs: 10 * 60 * 1_000,
  /** Wrong codes of an address in a day after which it can no longer open the link. */
  responderCodesOfAddressMost: 20,
  /** Wrong codes of all addresses after which nobody can: with more of the million codes, somebody with many addresses might guess it. */
  responderCodesMost: 200,
  /** Milliseconds after the all clear for which responders can still read the emergency. */
  responderAfterAllClearMs: 60 * 60 * 1_000,
  /** Maximum people in one response to responders. */
  responderPeopleMost: 1_000,
  /** Maximum positions of people who are not accounted for in one response. */
  missingPositionsMost: 10_000,
  /** Maximum people on the phone of a captain, because the list is stored there. */
  captainPeopleMost: 2_000,
  /** Maximum areas that wardens of a zone walk through, and of one emergency shown at once. */
  sweepAreasMost: 50,
  sweepsShown: 1_000,
  /** Maximum open teams of one emergency, teams shown, people of a team, and rounds shown of it. */
  teamsMost: 20,
  teamsShown: 50,
  teamPeopleMost: 50,
  teamRoundsShown: 20,
  /** Milliseconds without a confirmation after which a team ends. */
  teamSilentMs: 24 * 60 * 60 * 1_000,
  evacuationNoteLength: 200,
  /** Milliseconds before the declaration in which what a captain saw counts for the emergency. */
  earlyTickMs: 2 * 60 * 60 * 1_000,
  /** Milliseconds after which a phone no longer sends what a captain ticked without a network. */
  heldTickMs: 24 * 60 * 60 * 1_000,
  /** Milliseconds after which a drill ends if nobody ended it. */
  drillMostMs: 24 * 60 * 60 * 1_000,
  /** Days after the all clear for which the roll keeps the last positions. */
  emergencyPositionDays: 90,
  /** Days after the all clear for which emergencies and drills are kept. */
  emergencyKeptDays: 1_095,
  /** Days for which an unanswered urgent question stays open unless somebody ends it (`question_ended_at` in SQL). */
  openQuestionDays: 7,
  /** Maximum people changed or exported by one request that names them. */
  peopleChangedAtOnceMost: 200,
  hazardsChangedAtOnceMost: 100,
  /** Maximum zones suspended, activated or moved in one request. */
  zonesChangedAtOnceMost: 100,
  /** Maximum zones on the map of all zones, and maximum shapes of them read in one request. */
  zonesOnMapMost: 10_000,
  zoneShapesAtOnceMost: 60,
  /** Maximum people offered as assignees of a hazard; a search finds the others. */
  hazardCandidatesMost: 50,
  /** Maximum steps shown for one hazard, newest first. */
  hazardStepsMost: 500,
  broadcastTemplatesMost: 50,

  // Expected hours and attendance; the specification names none of these.
  shiftPlansMost: 100,
  holidaysAtOnce: 100,
  shiftGraceMost: 240,
  correctedMinutesMost: 2_880,
  /** Maximum corrections and objections shown for one day, newest first. */
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
  /** Maximum characters of one skill, and maximum skills per person. The specification names neither. */
  skillMaxLength: 60,
  skillsMax: 50,
  pinLength: 4,
  retentionDays: 90,
  /** Days for which people can see who viewed their location. */
  locationLooksDays: 90,
  downloadKeepDays: 7,
  reportFileKeepDays: 7,
  /** Days for which lists of people made as files are kept: they are of one moment, and name who needs help to leave. */
  rollFileKeepDays: 1,
  /** The longest list of people that is sent as PDF at once; a longer one is made as a file. */
  directPdfRows: 2_000,

  // Notices
  zoneToastMs: 5 * second,

  // System status; the specification names none of these.
  /** How long the system status is cached for all viewers. */
  systemStatusHeldMs: 5 * second,

  // Maps
  /** Maximum people shown on one map. */
  livePositionsMost: 5_000,
  zoneColor: '#DC6068',
  mapHeightPx: 400,
  /** The centre of a map that has nothing to show yet. */
  mapDefaultCenter: { lat: 28.61, lng: 77.21 },
} as const
