import { emergencyKinds, personStates } from '@muster/domain/emergency.ts'
import { limits } from '@muster/domain/limits.ts'
import { parIntervalMinutes, roundEnds, sweepStates } from '@muster/domain/par.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { fitting } from './fits.ts'
import { id, instant, waitedMs } from './ids.ts'
import { count } from './numbers.ts'
import { calledPerson, captainPerson } from './roll-person.ts'
import { oneLine } from './texts.ts'

const { signedIn, inZone } = callsTagged('captains')

/** Maximum zones of one captain. */
const maxZones = 100

const sweepArea = z.object({ id, name: z.string() })
export type SweepArea = z.infer<typeof sweepArea>

const captainZone = z.object({
  id,
  name: z.string(),
  /** The names of its assembly points. */
  points: z.array(z.string()).max(limits.assemblyPointsMost),
  areas: z.array(sweepArea).max(limits.sweepAreasMost),
})

const captainList = z.object({
  /** When the list was made. */
  at: instant,
  zones: z.array(captainZone).max(maxZones),
  people: z.array(calledPerson).max(limits.captainPeopleMost),
  /** The number of people of the zones; more than `people` if the list is too long for a phone. */
  total: z.int(),
  /** Unknown badges inside that are in neither, because there are too many. */
  unlistedBadges: z.int().optional(),
})
export type CaptainList = z.infer<typeof captainList>

const sweepClaim = z.object({ state: z.enum(sweepStates), note: z.string(), by: z.string(), at: instant })

/** An area in an emergency: what was said about it last, and who said it. */
const sweep = z.object({
  areaId: id,
  name: z.string(),
  zoneName: z.string(),
  state: z.enum(sweepStates),
  /** Null until somebody said something. */
  claim: sweepClaim.nullable(),
  /** True if two people said different things. */
  disputed: z.boolean(),
})
export type Sweep = z.infer<typeof sweep>

const teamPerson = z.object({
  id,
  name: z.string(),
  phone: z.string(),
  /** The confirmation of the person in the open round; null if there is none. */
  confirmed: z.object({ by: z.string(), at: instant }).nullable(),
  /** The last confirmation of the person in any round. */
  confirmedAt: instant.nullable().optional(),
})

const parRound = z.object({
  number: z.int(),
  openedAt: instant,
  dueAt: instant,
  closedAt: instant.nullable(),
  closedBecause: z.enum(roundEnds).nullable(),
  /** The names of those who were not confirmed while the round was open. */
  missing: z.array(z.string()).max(limits.teamPeopleMost),
  /** The names of those whose confirmation arrived after the team had ended, from a phone without a network. */
  confirmedLate: z.array(z.string()).max(limits.teamPeopleMost),
})
export type ParRoundView = z.infer<typeof parRound>

/** People who were sent back in. */
const team = z.object({
  id,
  name: z.string(),
  zoneName: z.string(),
  intervalMinutes: z.int(),
  startedBy: z.string(),
  startedAt: instant,
  endedAt: instant.nullable(),
  people: z.array(teamPerson).max(limits.teamPeopleMost),
  /** The newest rounds, newest first. */
  rounds: z.array(parRound).max(limits.teamRoundsShown),
  /** The number of all rounds that were not complete. */
  incompleteRounds: z.int(),
})
export type Team = z.infer<typeof team>

const sweeps = z.array(sweep).max(limits.sweepsShown)
const teams = z.array(team).max(limits.teamsShown)

const captainEmergency = z.object({
  id,
  /** The captain's zones in this emergency. */
  zones: z.array(z.object({ id, name: z.string() })).max(maxZones),
  zoneName: z.string().nullable(),
  kind: z.enum(emergencyKinds),
  drill: z.boolean(),
  message: z.string(),
  declaredAt: instant,
  /** The IANA time zone of the times, that of the zone or, with several zones, of the installation. */
  timeZone: z.string(),
  people: z.array(captainPerson).max(limits.captainPeopleMost),
  total: z.int(),
  /** Unknown badges inside that are not on the roll, because it lists 300 of each zone at most. */
  unlistedBadges: z.int().optional(),
  sweeps,
  teams,
})
export type CaptainEmergency = z.infer<typeof captainEmergency>

const captainEmergencies = z.object({
  /** The open emergencies of the captain's zones, newest first. */
  open: z.array(captainEmergency).max(limits.ownEmergenciesMost),
  /** All emergencies of the captain's zones that were open within the last day, for what a phone held meanwhile. */
  recent: z
    .array(
      z.object({
        id,
        zoneIds: z.array(id).max(maxZones),
        declaredAt: instant,
        allClearAt: instant.nullable(),
      }),
    )
    .max(50),
})
export type CaptainEmergencies = z.infer<typeof captainEmergencies>

const emergencyRef = z.strictObject({ emergencyId: id })
const hasDifferentNames = (areas: readonly { name: string }[]) =>
  new Set(areas.map(it => it.name)).size === areas.length
const isTeamSize = (people: number) => people >= 1 && people <= limits.teamPeopleMost

export const captains = {
  /** Lists the people whom an emergency would call now in the zones of which the caller is a captain, for their phone. */
  list: signedIn(
    'GET /captains/people',
    'list_captain_people',
    'List the people of the zones of which you are a captain',
  ).output(captainList),
  open: signedIn(
    'GET /captains/emergencies',
    'list_captain_emergencies',
    'List the open emergencies in the zones of which you are a captain',
  ).output(captainEmergencies),
  /** Counts in every emergency of the zone open then or declared soon afterwards, with the person on its roll. */
  tick: inZone(
    'POST /zones/{zoneId}/captain-ticks',
    'tick_person',
    'Say what you know of a person, before you know of the emergency',
  )
    .input(
      z.strictObject({
        zoneId: id,
        userId: id,
        state: z.enum(personStates),
        place: oneLine(120).default(''),
        requestId: id,
        waitedMs,
      }),
    )
    .output(z.object({ emergencies: z.int() }))
    .errors(pick('EMERGENCY_NOT_FOUND')),
  areas: inZone(
    'GET /zones/{zoneId}/sweep-areas',
    'list_sweep_areas',
    'List the areas that wardens of a zone walk through',
  )
    .input(z.strictObject({ zoneId: id }))
    .output(z.object({ areas: z.array(sweepArea).max(limits.sweepAreasMost) })),
  /** Areas keep the id that is sent; an open emergency keeps its list. Nothing changes if `expectedIds` is outdated. */
  setAreas: inZone(
    'PUT /zones/{zoneId}/sweep-areas',
    'set_sweep_areas',
    'Set the areas that wardens of a zone walk through',
  )
    .input(
      z.strictObject({
        zoneId: id,
        areas: fitting(
          z
            .array(z.strictObject({ id: id.optional(), name: oneLine(80).min(1, 'Name the area') }))
            .max(limits.sweepAreasMost)
            .refine(hasDifferentNames, { error: 'Use each name once' }),
          'rows of sweep_areas',
        ),
        expectedIds: z.array(id).max(limits.sweepAreasMost).optional(),
      }),
    )
    .output(z.object({ areas: z.array(sweepArea).max(limits.sweepAreasMost) }))
    .errors(pick('LIST_CHANGED')),
  sweeps: inZone(
    'GET /emergencies/{emergencyId}/sweeps',
    'list_sweeps',
    'List the areas of an emergency with what wardens said',
  )
    .input(emergencyRef)
    .output(z.object({ sweeps }))
    .errors(pick('EMERGENCY_NOT_FOUND')),
  /** Records what a warden says about an area. What was said last counts, whatever the order of arrival. */
  sweep: inZone(
    'POST /emergencies/{emergencyId}/sweeps',
    'sweep_area',
    'Say that an area is clear or was not reached',
  )
    .input(
      z.strictObject({
        emergencyId: id,
        areaId: id,
        state: z.enum(sweepStates),
        note: oneLine(200).default(''),
        requestId: id,
        waitedMs,
      }),
    )
    .output(z.object({ state: z.enum(sweepStates) }))
    .errors(pick('EMERGENCY_NOT_FOUND', 'SWEEP_AREA_NOT_FOUND')),
  teams: inZone(
    'GET /emergencies/{emergencyId}/teams',
    'list_teams',
    'List the people who were sent back in, with their rounds',
  )
    .input(emergencyRef)
    .output(z.object({ teams }))
    .errors(pick('EMERGENCY_NOT_FOUND')),
  /** Starts rounds for people who are sent back in: those of the roll by their id, others by name. */
  startTeam: inZone(
    'POST /emergencies/{emergencyId}/teams',
    'start_team',
    'Start rounds for people who are sent back in',
    201,
  )
    .input(
      z
        .strictObject({
          emergencyId: id,
          zoneId: id,
          name: oneLine(80).min(1, 'Name the team'),
          personIds: fitting(z.array(id).max(limits.teamPeopleMost), 'uuid[]').default([]),
          names: fitting(
            z.array(oneLine(120).min(1, 'Enter a name')).max(limits.teamPeopleMost),
            'rows of emergency_team_people',
          ).default([]),
          intervalMinutes: count.min(1).max(240).default(parIntervalMinutes),
          requestId: id,
        })
        .refine(({ personIds, names }) => isTeamSize(personIds.length + names.length), {
          path: ['personIds'],
          error: 'Choose at least one person, and at most 50',
        }),
    )
    .output(z.object({ teamId: id }))
    .errors(
      pick(
        'EMERGENCY_NOT_FOUND',
        'EMERGENCY_ENDED',
        'EMERGENCY_PERSON_NOT_FOUND',
        'ZONE_NOT_FOUND',
        'TEAMS_FULL',
      ),
    ),
  /** Confirms that people of the team are well. The round is complete once everybody is confirmed; then the next one begins. */
  confirm: signedIn(
    'POST /emergency-teams/{teamId}/confirmations',
    'confirm_team',
    'Confirm people of a team',
  )
    .input(
      z.strictObject({
        teamId: id,
        /** The number of the round that the caller saw. */
        round: count.min(1),
        personIds: fitting(z.array(id).min(1).max(limits.teamPeopleMost), 'uuid[]'),
        requestId: id,
        waitedMs,
      }),
    )
    .output(z.object({ confirmed: z.int() }))
    .errors(pick('TEAM_NOT_FOUND', 'EMERGENCY_ENDED')),
  endTeam: signedIn('POST /emergency-teams/{teamId}/end', 'end_team', 'End the rounds of a team')
    .input(
      z.strictObject({
        teamId: id,
        /** Also confirms everybody in the open round, because they have come out. Otherwise that round is not complete. */
        allOut: z.boolean().default(false),
        requestId: id,
      }),
    )
    .output(z.object({ endedAt: instant }))
    .errors(pick('TEAM_NOT_FOUND')),
  ownNote: signedIn(
    'GET /captains/note',
    'get_evacuation_note',
    'Read what you need to leave in an emergency',
  ).output(z.object({ note: z.string() })),
  /** An empty note removes it. */
  setOwnNote: signedIn(
    'PUT /captains/note',
    'set_evacuation_note',
    'Say what you need to leave in an emergency',
  )
    .input(z.strictObject({ note: oneLine(limits.evacuationNoteLength) }))
    .output(z.object({ note: z.string() })),
}
