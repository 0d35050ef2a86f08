import { type BroadcastPriority, type OfferedAnswer, toAnswers } from '@muster/domain/broadcast.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { HazardSeverity, HazardStatus } from '@muster/domain/hazard.ts'

type DemoHazardStep = {
  readonly by: string
  readonly hoursLater: number
  readonly status?: HazardStatus
  readonly note: string
}

export type DemoHazard = {
  readonly zone: string
  readonly by: string
  readonly title: string
  readonly description: string
  readonly severity: HazardSeverity
  readonly status: HazardStatus
  /** When the hazard was reported, in hours before the demo was loaded. */
  readonly hoursAgo: number
  readonly at?: LatLng
  readonly assignee?: string
  /** When the hazard is due, in hours after the demo was loaded; negative if it is overdue. */
  readonly dueInHours?: number
  readonly photo?: true
  readonly steps: readonly DemoHazardStep[]
}

/** Hazards in every status, including one reopened, one with a photo and one overdue. */
export const demoHazards: readonly DemoHazard[] = [
  {
    zone: 'yard',
    by: 'member',
    title: 'Oil on the stairs to crane 2',
    description: 'Second flight, north side. Two steps are slippery, the others look fine.',
    severity: 'high',
    status: 'open',
    hoursAgo: 0.6,
    at: { lat: 28.6186, lng: 77.2519 },
    photo: true,
    steps: [],
  },
  {
    zone: 'yard',
    by: 'bharat',
    title: 'Loose guard rail at gate 4',
    description: 'The rail moves when one leans on it. One bolt is missing.',
    severity: 'medium',
    status: 'open',
    hoursAgo: 5,
    at: { lat: 28.6197, lng: 77.2532 },
    assignee: 'manager',
    dueInHours: -1,
    steps: [{ by: 'manager', hoursLater: 0.5, note: 'Taped off until the bolt is replaced.' }],
  },
  {
    zone: 'yard',
    by: 'deepak',
    title: 'Forklift battery smells burnt',
    description: 'Bay 3. It was unplugged, and stands outside now.',
    severity: 'critical',
    status: 'in_progress',
    hoursAgo: 20,
    at: { lat: 28.6178, lng: 77.2528 },
    assignee: 'manager',
    dueInHours: 4,
    steps: [
      { by: 'manager', hoursLater: 0.2, status: 'in_progress', note: 'The workshop comes at four.' },
      { by: 'deepak', hoursLater: 1, note: 'It is cold again.' },
    ],
  },
  {
    zone: 'yard',
    by: 'member',
    title: 'Broken lamp above the tool store',
    description: 'Dark after six.',
    severity: 'low',
    status: 'resolved',
    hoursAgo: 52,
    steps: [
      { by: 'manager', hoursLater: 3, status: 'in_progress', note: '' },
      { by: 'manager', hoursLater: 24, status: 'resolved', note: 'Replaced by an LED lamp.' },
    ],
  },
  {
    zone: 'yard',
    by: 'esha',
    title: 'Water across the main path',
    description: 'From the hose station down to the gate.',
    severity: 'medium',
    status: 'open',
    hoursAgo: 75,
    at: { lat: 28.6191, lng: 77.2508 },
    steps: [
      { by: 'manager', hoursLater: 2, status: 'resolved', note: 'Valve closed, path swept.' },
      { by: 'esha', hoursLater: 49, note: 'It is wet again this morning.' },
      { by: 'manager', hoursLater: 50, status: 'open', note: 'The valve leaks. A new one is ordered.' },
    ],
  },
  {
    zone: 'office',
    by: 'chitra',
    title: 'Fire door on floor 2 does not close',
    description: 'It stops a hand’s width before the frame.',
    severity: 'high',
    status: 'closed',
    hoursAgo: 98,
    steps: [
      { by: 'manager', hoursLater: 1, status: 'in_progress', note: '' },
      { by: 'manager', hoursLater: 6, status: 'resolved', note: 'Hinge adjusted.' },
      { by: 'client', hoursLater: 20, status: 'closed', note: 'Checked on the round.' },
    ],
  },
  {
    zone: 'office',
    by: 'faisal',
    title: 'Coffee machine trips the fuse',
    description: 'Kitchen, ground floor.',
    severity: 'low',
    status: 'open',
    hoursAgo: 9,
    steps: [],
  },
]

export type DemoBroadcast = {
  readonly zone: string | null
  readonly by: string
  readonly title: string
  readonly message: string
  readonly priority: BroadcastPriority
  readonly group?: string
  readonly answers?: readonly OfferedAnswer[]
  readonly hoursAgo: number
  /** The share of recipients who answered, and the share of the remaining ones who saw the broadcast. */
  readonly answered: number
  readonly seenShare: number
}

export const demoGroups = [
  {
    zone: 'yard',
    name: 'Night shift',
    description: 'From ten to six.',
    members: ['manager', 'member', 'bharat', 'deepak', 'esha'],
  },
  {
    zone: 'yard',
    name: 'First aiders',
    description: 'Called first when somebody is hurt.',
    members: ['manager', 'bharat', 'gita'],
  },
] as const

export const demoBroadcasts: readonly DemoBroadcast[] = [
  {
    zone: 'yard',
    by: 'manager',
    title: 'Storm warning from four o’clock',
    message: 'Cranes stop at half past three. Please say whether you are off the site by then.',
    priority: 'urgent',
    answers: [
      { text: 'I am off the site', meaning: 'safe' },
      { text: 'I stay in the shelter', meaning: 'safe' },
      { text: 'I need help', meaning: 'help' },
    ],
    hoursAgo: 0.4,
    answered: 0.5,
    seenShare: 0.5,
  },
  {
    zone: 'yard',
    by: 'manager',
    title: 'New gloves are here',
    message: 'Fetch yours at the tool store until Friday.',
    priority: 'low',
    hoursAgo: 26,
    answered: 0,
    seenShare: 0.8,
  },
  {
    zone: 'yard',
    by: 'manager',
    title: 'Night shift begins at nine today',
    message: 'An hour earlier, because of the delivery.',
    priority: 'high',
    group: 'Night shift',
    answers: toAnswers(['OK', 'I cannot']),
    hoursAgo: 30,
    answered: 1,
    seenShare: 0,
  },
  {
    zone: 'office',
    by: 'manager',
    title: 'Lift 1 is out of order',
    message: 'Please use lift 2 or the stairs until Thursday.',
    priority: 'normal',
    hoursAgo: 50,
    answered: 0,
    seenShare: 1,
  },
  {
    zone: null,
    by: 'super',
    title: 'Evacuation exercise on Monday',
    message: 'Everybody meets at India Gate Rally Point when the horn sounds at eleven.',
    priority: 'normal',
    hoursAgo: 70,
    answered: 0,
    seenShare: 0.9,
  },
]

export const demoTemplates = [
  {
    zone: 'yard',
    name: 'Leave the yard',
    title: 'Leave the yard now',
    message: 'Leave by the north gate and meet at India Gate Rally Point.',
    priority: 'urgent',
    answers: [
      { text: 'I am out', meaning: 'safe' },
      { text: 'I need help', meaning: 'help' },
    ],
  },
  {
    zone: 'office',
    name: 'Visitors',
    title: 'Visitors in the building',
    message: 'Please keep meeting rooms 1 and 2 free until noon.',
    priority: 'normal',
    answers: [],
  },
] as const
