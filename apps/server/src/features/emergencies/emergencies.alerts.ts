import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/runtime-macro'
import type { EmergencyKind } from '@muster/domain/emergency.ts'
import { readPlanText } from '@muster/domain/emergency-plan.ts'
import { findStandInName } from '@muster/domain/stand-in-name.ts'
import { render } from '../../lib/texts/render.ts'
import type { Text } from '../../lib/texts/text.ts'
import type { Alert, Audience } from '../../live/write.ts'
import type { LockedPerson } from './claims.queries.ts'
import type { EmergencyRow } from './emergencies.queries.ts'
import { toRollName } from './roll-name.ts'

type AlertedEmergency = Pick<
  EmergencyRow,
  'id' | 'zone_id' | 'zone_name' | 'kind' | 'drill' | 'message' | 'messages'
>

const zoneTitles: Record<EmergencyKind, (zone: string) => MessageDescriptor> = {
  evacuate: zone => msg`Leave ${{ zone }} now`,
  shelter: zone => msg`Stay inside ${{ zone }}`,
  keep_away: zone => msg`Keep away from ${{ zone }}`,
  welfare: zone => msg`Are you all right? (${{ zone }})`,
}
const titles: Record<EmergencyKind, MessageDescriptor> = {
  evacuate: msg`Leave the site now`,
  shelter: msg`Stay inside`,
  keep_away: msg`Keep away from the site`,
  welfare: msg`Are you all right?`,
}

/** Returns the title of an emergency: the act that it asks of people. */
export const toTitle = ({ kind, zone_name }: Pick<AlertedEmergency, 'kind' | 'zone_name'>) =>
  zone_name === null ? titles[kind as EmergencyKind] : zoneTitles[kind as EmergencyKind](zone_name)

// Texts about the end, in words that nobody takes for an order on a lock screen.
const zoneEnds: Record<EmergencyKind, (zone: string) => MessageDescriptor> = {
  evacuate: zone => msg`The evacuation of ${{ zone }} is over.`,
  shelter: zone => msg`You no longer need to stay inside ${{ zone }}.`,
  keep_away: zone => msg`You no longer need to keep away from ${{ zone }}.`,
  welfare: zone => msg`The question whether everyone in ${{ zone }} is all right is closed.`,
}
const ends: Record<EmergencyKind, MessageDescriptor> = {
  evacuate: msg`The evacuation of the site is over.`,
  shelter: msg`You no longer need to stay inside.`,
  keep_away: msg`You no longer need to keep away from the site.`,
  welfare: msg`The question whether everyone is all right is closed.`,
}

/** Returns the sentence that an emergency is over; without a zone, for people of several organisations. */
export const toEnd = ({ kind, zone_name }: Pick<AlertedEmergency, 'kind' | 'zone_name'>) =>
  zone_name === null ? ends[kind as EmergencyKind] : zoneEnds[kind as EmergencyKind](zone_name)

/** Marks the text of a drill, so that nobody takes it for an emergency, and the other way round. */
export const asDrill = (drill: boolean, title: MessageDescriptor): Text =>
  drill ? msg`DRILL: ${{ title }}` : title

const usualText = msg`Open Muster and answer: I’m safe, or I need help.`

/** The text of the plan in the reader's language. */
const toCallText = ({ message, messages }: AlertedEmergency): Text =>
  Object.keys(messages).length === 0
    ? message || usualText
    : language => readPlanText({ text: message, texts: messages }, language) || render(usualText, language)

type AlertParts = Pick<Alert, 'text'> &
  Partial<Pick<Alert, 'about' | 'replaces' | 'zoneId'>> & {
    readonly title: MessageDescriptor
    /** Tells the alerts about one emergency apart. */
    readonly kind?: string
  }

/** An alert about an emergency; without other facts it ignores quiet hours. */
const createAlert = (
  { id, zone_id, drill }: AlertedEmergency,
  to: Audience,
  { title, kind, about = { urgent: true }, ...parts }: AlertParts,
): Alert => ({
  type: 'broadcast',
  zoneId: zone_id,
  to,
  title: asDrill(drill, title),
  about: { emergencyId: id, ...about },
  source: kind === undefined ? `emergency:${id}` : `emergency:${id}:${kind}`,
  ...parts,
})

const inEmergency = (emergency: AlertedEmergency) => msg`In the emergency “${{ title: toTitle(emergency) }}”.`

/** Creates the alert that calls the people on the roll. */
export const emergencyDeclaredAlert = (emergency: AlertedEmergency, to: Audience): Alert =>
  createAlert(emergency, to, { title: toTitle(emergency), text: toCallText(emergency) })

/** Creates the alert that gives people on the roll another order. It takes the place of the one before. */
export const orderChangedAlert = (emergency: AlertedEmergency, to: Audience): Alert => ({
  ...emergencyDeclaredAlert(emergency, to),
  title: asDrill(emergency.drill, msg`New order: ${{ title: toTitle(emergency) }}`),
  replaces: true,
})

/** Creates the alert for captains who are not on the roll. */
export const captainNeededAlert = (emergency: AlertedEmergency, to: Audience): Alert =>
  createAlert(emergency, to, {
    kind: 'captain',
    title: msg`You are needed as a captain`,
    text: inEmergency(emergency),
    about: { urgent: true, opens: 'captain' },
  })

/** Creates the alert for those who lead and are not on the roll, with the board's address. */
export const emergencyLeadAlert = (emergency: AlertedEmergency, declarer: string, to: Audience): Alert => {
  const title = toTitle(emergency)
  return createAlert(emergency, to, {
    kind: 'lead',
    title: emergency.drill ? msg`People were called: ${{ title }}` : msg`Emergency declared: ${{ title }}`,
    text: msg`Declared by ${{ declarer }}. The board shows who needs help and who is missing.`,
    about: { urgent: true, opens: 'board' },
  })
}

const nearbyZoneTitles: Record<EmergencyKind, (zone: string) => MessageDescriptor> = {
  ...zoneTitles,
  evacuate: zone => msg`Leave ${{ zone }} if you are there`,
  shelter: zone => msg`Stay inside ${{ zone }} if you are there`,
}
const nearbyTitles: Record<EmergencyKind, MessageDescriptor> = {
  ...titles,
  evacuate: msg`Leave the site if you are there`,
  shelter: msg`Stay inside if you are there`,
}

/** Creates the alert for members who are not on the roll and may be there. It shows in the open app, wakes nobody, and replaces an earlier order. */
export const emergencyNearbyAlert = (emergency: AlertedEmergency, to: Audience): Alert => {
  const kind = emergency.kind
  return createAlert(emergency, to, {
    kind: 'nearby',
    title: emergency.zone_name === null ? nearbyTitles[kind] : nearbyZoneTitles[kind](emergency.zone_name),
    text: toCallText(emergency),
    about: { inAppOnly: true },
    replaces: true,
  })
}

/** Creates the alert that asks people again who are still missing. It replaces the earlier one, and is not emailed. */
export const reminderAlert = (emergency: AlertedEmergency, time: number, to: Audience): Alert => {
  const title = toTitle(emergency)
  return {
    ...emergencyDeclaredAlert(emergency, to),
    title: asDrill(emergency.drill, msg`Asked again (${{ time }}): ${{ title }}`),
    about: { emergencyId: emergency.id, urgent: true, repeated: true },
    replaces: true,
  }
}

type MissingFacts = {
  readonly missing: number
  readonly minutes: number
  /** True if the receivers may open the emergency. */
  readonly opensBoard: boolean
}

/** Creates the alert for the plan's contacts about people who are still missing. */
export function stillMissingAlert(
  emergency: AlertedEmergency,
  { missing, minutes, opensBoard }: MissingFacts,
  to: Audience,
): Alert {
  return {
    ...createAlert(emergency, to, {
      kind: 'missing',
      title: msg`${plural({ missing }, { one: '# person is', other: '# people are' })} still missing after ${plural({ minutes }, { one: '# minute', other: '# minutes' })}`,
      text: inEmergency(emergency),
    }),
    about: { ...(opensBoard && { emergencyId: emergency.id, opens: 'board' as const }), urgent: true },
  }
}

type AlertedDrill = {
  readonly zone_id: string
  readonly zone_name: string
  readonly due_on: string
  readonly overdue: boolean
}

export function drillDueAlert({ zone_id, zone_name, due_on, overdue }: AlertedDrill, to: Audience): Alert {
  const day: Text = language =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(`${due_on}T00:00Z`),
    )
  return {
    type: 'system',
    zoneId: zone_id,
    to,
    title: overdue ? msg`Drill overdue in ${{ zone: zone_name }}` : msg`Drill due in ${{ zone: zone_name }}`,
    text: overdue ? msg`It was due by ${{ day }}.` : msg`Hold it by ${{ day }}.`,
    about: {},
    source: `drill:${zone_id}:${due_on}:${overdue ? 'overdue' : 'due'}`,
  }
}

type EndedEmergency = AlertedEmergency & Pick<EmergencyRow, 'all_clear_at'>

export const drillOver = asDrill(true, msg`The drill is over`)

/** Creates the alert that ends the emergency for everybody who was called. */
export const allClearAlert = (emergency: EndedEmergency, to: Audience): Alert =>
  createAlert(emergency, to, {
    kind: 'all-clear',
    title: msg`All clear`,
    text: toEnd(emergency),
    about: {
      meaning: 'safe',
      urgent: true,
      ...(emergency.all_clear_at && { endedAt: emergency.all_clear_at.toISOString() }),
    },
  })

/** Creates the alert that ends a drill for everybody who was called because a real call came. */
export const brokenOffAlert = (emergency: EndedEmergency, to: Audience): Alert => ({
  ...allClearAlert(emergency, to),
  title: msg`The drill was broken off: this is real`,
  text: msg`The drill “${{ title: toTitle(emergency) }}” no longer counts. A real emergency is open.`,
  about: { ...allClearAlert(emergency, to).about, meaning: 'neutral' },
})

/** Creates the alert that ends a drill while a real emergency is open. It never says that anything else is over. */
export const drillOverAlert = (emergency: EndedEmergency, to: Audience): Alert => ({
  ...allClearAlert(emergency, to),
  title: drillOver,
  text: msg`A real emergency is open. Its order stays as it is.`,
  about: { ...allClearAlert(emergency, to).about, meaning: 'neutral' },
})

/** Creates the alert with a message to people who are not accounted for. */
export const emergencyMessageAlert = (
  emergency: AlertedEmergency,
  { messageId, message }: { readonly messageId: string; readonly message: string },
  to: Audience,
): Alert =>
  createAlert(emergency, to, { kind: `message:${messageId}`, title: toTitle(emergency), text: message })

type AlertedPerson = Pick<LockedPerson, 'id' | 'user_id' | 'zone_id' | 'name' | 'badge' | 'why'>

/** How a call for help stands: it was made, the person is safe, or it was a mistake and taken back. */
export type HelpTurn = 'help' | 'safe' | 'undone'
type HelpCall = { readonly person: AlertedPerson; readonly turn: HelpTurn }

// The names of visitors are what strangers typed.
const toHelpTitle = (name: Text, { turn, isVisitor }: { turn: HelpTurn; isVisitor: boolean }) => {
  if (turn === 'undone') return msg`Call for help taken back: ${{ name }}`
  if (isVisitor)
    return turn === 'help' ? msg`Visitor ${{ name }} needs help` : msg`Visitor ${{ name }} is safe now`
  return turn === 'help' ? msg`${{ name }} needs help` : msg`${{ name }} is safe now`
}

/** Nobody knows of somebody who took back a call for help that they are safe. */
const toMeaning = (turn: HelpTurn) => ({
  meaning: turn === 'undone' ? ('neutral' as const) : turn,
  ...(turn === 'help' && { urgent: true }),
})

/** Creates the alert about a call for help, or about its end. It replaces the earlier one about the same person. */
export const emergencyHelpAlert = (
  emergency: AlertedEmergency,
  { person, turn }: HelpCall,
  to: Audience,
): Alert => {
  const rollName = toRollName(person)
  const name = findStandInName(rollName) ?? rollName
  return createAlert(emergency, to, {
    kind: `help:${person.id}`,
    zoneId: person.zone_id,
    title: toHelpTitle(name, { turn, isVisitor: person.why === 'visitor' }),
    text: inEmergency(emergency),
    about: { ...(person.user_id !== null && { personId: person.user_id }), ...toMeaning(turn) },
    replaces: true,
  })
}

/** Creates the alert about calls for help by visitors of whom there are too many to tell of each. It replaces the earlier one. */
export const visitorsHelpAlert = (
  emergency: AlertedEmergency,
  { zone_id: zoneId }: Pick<AlertedPerson, 'zone_id'>,
  to: Audience,
): Alert =>
  createAlert(emergency, to, {
    kind: `help:visitors:${zoneId}`,
    zoneId,
    title: msg`More visitors need help`,
    text: msg`In the emergency “${{ title: toTitle(emergency) }}”. Its list shows all of them.`,
    about: toMeaning('help'),
    replaces: true,
  })

type HelpCalls = { readonly zoneId: string | null; readonly people: number; readonly turn: HelpTurn }

function toHelpsTitle(people: number, turn: HelpTurn) {
  if (turn === 'undone')
    return msg`${plural({ people }, { one: '# call for help taken back', other: '# calls for help taken back' })}`
  return turn === 'help'
    ? msg`${plural({ people }, { one: '# person needs help', other: '# people need help' })}`
    : msg`${plural({ people }, { one: '# person is safe now', other: '# people are safe now' })}`
}

/** Creates the alert about many calls for help at once, or about their end. It replaces the earlier one of the same zone. */
export const emergencyHelpsAlert = (
  emergency: AlertedEmergency,
  { zoneId, people, turn }: HelpCalls,
  to: Audience,
): Alert =>
  createAlert(emergency, to, {
    kind: `helps:${zoneId ?? 'all'}`,
    zoneId,
    title: toHelpsTitle(people, turn),
    text: inEmergency(emergency),
    about: toMeaning(turn),
    replaces: true,
  })

/** The sources of the alerts that call people: those on the roll, and members nearby who are asked. */
export const sourcesOfCall = (emergencyId: string) => [
  `emergency:${emergencyId}`,
  `emergency:${emergencyId}:nearby`,
]
