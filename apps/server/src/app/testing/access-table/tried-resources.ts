import { defaultClientId } from '../../../testing/factories.ts'
import { createId } from './traces.ts'

/** One kind of row of a resource that calls name, created by `insertMessages` and similar functions for a person in a zone. */
type ResourceRow = {
  /** The name shown in failed tests. */
  readonly name: string
  /** Builds the input that names the row a person has in a zone. */
  readonly input: (owner: string, zoneId: string) => Readonly<Record<string, unknown>>
  /** The people who see the row, as a reach in the format of `database.ts`. That table is tested in SQL, this one through calls. */
  readonly seenBy: string
  /** Set for resources that belong to all zones. */
  readonly inNoZone?: true
}
type TriedResource = {
  readonly rows: readonly [ResourceRow, ...ResourceRow[]]
  /** For each value of `only` in a call's declaration, the reach of the people who may make the call. */
  readonly only?: Readonly<Record<string, string>>
}

const groupRows: TriedResource['rows'] = [
  {
    name: 'a group',
    input: owner => ({ groupId: createId('group', owner) }),
    seenBy: 'in zone: super admin client rw ro; oneself in zone: user',
  },
]
const createZoneRequestInput = (owner: string) => ({ zoneRequestId: createId('request', owner) })
const createBroadcastInput = (kind: string) => (owner: string) => ({ broadcastId: createId(kind, owner) })

/** Every resource that calls name, by the name in their declarations. */
export const triedResources: Readonly<Record<string, TriedResource>> = {
  group: { rows: groupRows },
  chat: {
    rows: groupRows,
    only: {
      readers: 'in zone: super admin client rw; oneself in zone: ro user',
    },
  },
  audience: {
    rows: [
      { name: 'a zone', input: (_, zoneId) => ({ zoneId }), seenBy: 'all' },
      { name: 'all zones', input: () => ({ zoneId: null }), seenBy: 'all', inNoZone: true },
    ],
  },
  broadcast: {
    rows: [
      {
        name: 'a broadcast to everybody',
        input: createBroadcastInput('sent'),
        seenBy: 'own; in zone: super admin client rw ro user',
      },
      {
        name: 'a broadcast to some',
        input: createBroadcastInput('some'),
        seenBy: 'own; in zone: super admin client rw ro',
      },
      {
        name: 'a broadcast that was received',
        input: createBroadcastInput('received'),
        seenBy: 'oneself in zone: all; in zone: super admin client rw ro',
      },
      {
        name: 'a scheduled broadcast',
        input: (owner, zoneId) => ({ broadcastId: createId('waiting', owner, zoneId) }),
        seenBy: 'own; in zone: super rw',
      },
      {
        name: 'a broadcast to all zones',
        input: createBroadcastInput('all zones'),
        seenBy: 'somewhere: super admin client rw ro user',
        inNoZone: true,
      },
    ],
  },
  target: {
    rows: [
      { name: 'a zone to call', input: (_, zoneId) => ({ zoneId }), seenBy: 'all' },
      { name: 'all zones to call', input: () => ({ zoneId: null }), seenBy: 'all', inNoZone: true },
    ],
  },
  emergency: {
    rows: [
      {
        name: 'an emergency',
        input: owner => ({ emergencyId: createId('emergency', owner) }),
        seenBy: 'own; in zone: super admin client rw ro',
      },
    ],
    only: {
      viewers: 'in zone: super admin client rw ro',
      watchers: 'in zone: super admin client rw ro',
      markers: 'in zone: super rw',
      enders: 'in zone: super rw',
    },
  },
  team: {
    rows: [
      {
        name: 'a team that was sent back in',
        input: owner => ({ teamId: createId('team', owner) }),
        seenBy: 'in zone: super rw',
      },
    ],
  },
  own_roll: {
    rows: [
      {
        name: 'one’s own row on the roll, or an emergency in one’s zone',
        input: owner => ({ emergencyId: createId('emergency', owner) }),
        seenBy: 'own; assigned: all',
      },
    ],
  },
  template: {
    rows: [
      {
        name: 'a template',
        input: owner => ({ templateId: createId('template', owner) }),
        seenBy: 'in zone: super rw',
      },
    ],
  },
  organisation: {
    rows: [
      {
        name: 'the organisation',
        input: () => ({ organisationId: defaultClientId }),
        seenBy: 'account: super admin client',
      },
      {
        name: 'another organisation',
        input: () => ({ organisationId: createId('organisation') }),
        seenBy: 'account: super admin',
      },
    ],
  },
  importRun: {
    rows: [
      {
        name: 'an import',
        input: owner => ({ importId: createId('import', owner) }),
        seenBy: 'account: super admin',
        inNoZone: true,
      },
    ],
  },
  zoneRequest: {
    rows: [{ name: 'a zone request', input: createZoneRequestInput, seenBy: 'own; account: super admin' }],
  },
  ownRequest: { rows: [{ name: 'a zone request', input: createZoneRequestInput, seenBy: 'own' }] },
  run: { rows: [{ name: 'a report', input: owner => ({ runId: createId('run', owner) }), seenBy: 'own' }] },
  readyRun: {
    rows: [
      { name: 'a report of oneself', input: owner => ({ runId: createId('run', owner) }), seenBy: 'own' },
      {
        name: 'a mailed report',
        input: owner => ({ runId: createId('mailed', owner) }),
        seenBy: 'in zone: super admin client rw ro',
      },
    ],
  },
}
