import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { EmergencyKind } from '@muster/domain/emergency.ts'
import { toDisplayName } from '../../db/person-names.ts'
import type { Text } from '../../lib/texts/text.ts'
import type { Alert, Audience } from '../../live/write.ts'
import type { EmergencyRow } from './emergencies.queries.ts'

type AlertedEmergency = Pick<EmergencyRow, 'id' | 'zone_id' | 'zone_name' | 'kind' | 'drill' | 'message'>

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

const toTitle = ({ kind, zone_name }: AlertedEmergency) =>
  zone_name === null ? titles[kind as EmergencyKind] : zoneTitles[kind as EmergencyKind](zone_name)

// What is over, in words that nobody takes for an order on a lock screen.
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

const toEnd = ({ kind, zone_name }: AlertedEmergency) =>
  zone_name === null ? ends[kind as EmergencyKind] : zoneEnds[kind as EmergencyKind](zone_name)

/** Marks the text of a drill, so that nobody takes it for an emergency, and the other way round. */
const asDrill = (drill: boolean, title: MessageDescriptor): Text => (drill ? msg`DRILL: ${{ title }}` : title)

/** Creates the alert that calls the people on the roll. It ignores quiet hours. */
export const emergencyDeclaredAlert = (emergency: AlertedEmergency, to: Audience): Alert => ({
  type: 'broadcast',
  zoneId: emergency.zone_id,
  to,
  title: asDrill(emergency.drill, toTitle(emergency)),
  text: emergency.message || msg`Open Muster and answer: I’m safe, or I need help.`,
  about: { emergencyId: emergency.id, urgent: true },
  source: `emergency:${emergency.id}`,
})

/** Creates the alert that ends the emergency for everybody who was called. */
export const allClearAlert = (emergency: AlertedEmergency, to: Audience): Alert => ({
  type: 'broadcast',
  zoneId: emergency.zone_id,
  to,
  title: asDrill(emergency.drill, msg`All clear`),
  text: toEnd(emergency),
  about: { emergencyId: emergency.id, meaning: 'safe', urgent: true },
  source: `emergency:${emergency.id}:all-clear`,
})

type AlertedPerson = {
  readonly id: string
  readonly user_id: string | null
  readonly zone_id: string | null
  readonly name: string
}

type HelpCall = { readonly person: AlertedPerson; readonly needsHelp: boolean }

/** Creates the alert about a call for help, or about its end. It replaces the earlier one about the same person. */
export const emergencyHelpAlert = (
  emergency: AlertedEmergency,
  { person, needsHelp }: HelpCall,
  to: Audience,
): Alert => {
  const name = toDisplayName(person.name)
  return {
    type: 'broadcast',
    zoneId: person.zone_id,
    to,
    title: asDrill(emergency.drill, needsHelp ? msg`${{ name }} needs help` : msg`${{ name }} is safe now`),
    text: msg`In the emergency “${{ title: toTitle(emergency) }}”.`,
    about: {
      emergencyId: emergency.id,
      meaning: needsHelp ? 'help' : 'safe',
      ...(person.user_id !== null && { personId: person.user_id }),
      ...(needsHelp && { urgent: true }),
    },
    source: `emergency:${emergency.id}:help:${person.id}`,
    replaces: true,
  }
}
