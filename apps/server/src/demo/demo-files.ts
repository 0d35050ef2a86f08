/** A small file generated for the demo: a text, or a one-page PDF. */
export type DemoFile = {
  readonly name: string
  readonly title: string
  readonly lines: readonly string[]
  readonly daysAgo: number
  /** The people who have confirmed reading the file, if it must be read. */
  readonly readBy?: readonly string[]
}

export type DemoFolder = {
  readonly name: string
  readonly description: string
  /** The only group that sees the folder. */
  readonly group?: string
  readonly files: readonly DemoFile[]
  readonly folders?: readonly DemoFolder[]
}

export const demoFolders: readonly DemoFolder[] = [
  {
    name: 'Safety',
    description: 'What everybody on the site must know.',
    files: [
      {
        name: 'site-rules.pdf',
        title: 'Site rules',
        daysAgo: 9,
        lines: [
          'Site rules of the Yamuna Works Yard',
          '1. Helmet and vest from the gate on.',
          '2. Nobody stands under a load.',
          '3. Report what is dangerous at once.',
        ],
        readBy: ['bharat', 'deepak', 'gita'],
      },
      {
        name: 'emergency-numbers.txt',
        title: 'Emergency numbers',
        daysAgo: 20,
        lines: ['Fire 101', 'Ambulance 102', 'Gate house: extension 11'],
      },
    ],
    folders: [
      {
        name: 'Evacuation',
        description: 'Ways out and meeting points.',
        files: [
          {
            name: 'meeting-points.txt',
            title: 'Meeting points',
            daysAgo: 12,
            lines: ['North gate: India Gate Rally Point', 'South gate: parking lot 2'],
          },
        ],
      },
    ],
  },
  {
    name: 'Cranes',
    description: 'Papers of cranes 1 and 2.',
    files: [
      {
        name: 'crane-2-check.pdf',
        title: 'Crane 2, last check',
        daysAgo: 4,
        lines: ['Crane 2', 'Checked on the twentieth.', 'Next check: in three months.'],
      },
    ],
  },
  {
    name: 'Night shift',
    description: 'For the night shift alone.',
    group: 'Night shift',
    files: [
      {
        name: 'rounds.txt',
        title: 'Rounds of the night',
        daysAgo: 2,
        lines: ['22:30 north gate', '00:30 tool store', '02:30 crane 2', '04:30 south gate'],
      },
    ],
  },
]
