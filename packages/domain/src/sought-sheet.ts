import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { toPlusCode } from './geo/plus-code.ts'
import { findSoughtSection, type Sought, soughtSections } from './roll-order.ts'
import { reasonTexts, sectionTexts } from './roll-texts.ts'
import { findStandInName, findUnknownBadge } from './stand-in-name.ts'

type SoughtOnPaper = Sought & {
  readonly id: string
  readonly name: string
  /** Surname first. */
  readonly listName: string
  readonly phone: string
  /** The help that the person needs to leave; empty without a note. */
  readonly needs: string
  readonly answer?: { readonly words: string; readonly at: string } | undefined
  /** Null if nobody saw the person. */
  readonly lastSeenAt: string | null
  readonly zoneName: string | null
  readonly position?: { readonly lat: number; readonly lng: number; readonly at: string } | null | undefined
}

type InsideOnPaper = {
  readonly id: string
  readonly name: string
  readonly phone: string
  readonly zoneName: string
  readonly team: string
  /** Null until the person is confirmed. */
  readonly confirmedAt: string | null
}

type SoughtList = {
  /** Each section by surname. */
  readonly people: readonly SoughtOnPaper[]
  /** Those who were sent back in, by team, whatever their state. */
  readonly inside: readonly InsideOnPaper[]
  /** True if the people are of several zones, so that each names theirs. */
  readonly hasZones: boolean
}

/** How a medium writes texts, times and numbers in the language of its reader. */
type Writing = {
  readonly text: (text: MessageDescriptor) => string
  /** Writes the time of an ISO instant. */
  readonly time: (at: string) => string
  readonly count: (people: number) => string
  /** True if a note may be read apart from the name above it, so that it repeats the name. */
  readonly namesNotes: boolean
}

type SoughtRow = {
  readonly key: string
  /** From 1. */
  readonly number: number
  /** The heading of its section, with the number of people in it. */
  readonly section: string
  readonly isBold: boolean
  readonly name: string
  readonly phone: string
  readonly seen: string
  readonly position: string
  /** Below the row, each from a new line. */
  readonly notes: readonly string[]
}

const nothing = '–'

/** The rows of the printed list: in the order of `soughtSections`, badges that belong to nobody as one row, and last those inside. */
export function toSoughtRows(
  { people, inside, hasZones }: SoughtList,
  { text, time, count, namesNotes }: Writing,
): SoughtRow[] {
  const show = (name: string) => {
    const standIn = findStandInName(name)
    return standIn ? text(standIn) : name
  }
  const toHeading = (title: string, size: number) => text(msg`${{ title }}: ${{ count: count(size) }}`)
  const toNotes = ({ listName, needs, answer }: SoughtOnPaper) => {
    const [name, words, at] = [show(listName), answer?.words ?? '', answer ? time(answer.at) : '']
    return [
      needs !== '' &&
        (namesNotes
          ? msg`${{ name }}, help needed to leave: ${{ needs }}`
          : msg`Help needed to leave: ${{ needs }}`),
      answer &&
        (namesNotes
          ? msg`${{ name }} answered: ${{ words }}, ${{ time: at }}`
          : msg`Answered: ${{ words }}, ${{ time: at }}`),
    ].flatMap(it => (it ? text(it) : []))
  }
  const toLastSeen = ({ lastSeenAt, why, zoneName }: SoughtOnPaper) => {
    const at = lastSeenAt === null ? text(reasonTexts[why]) : time(lastSeenAt)
    // Nobody saw the visitor then.
    const sight = why === 'visitor' && lastSeenAt !== null ? text(msg`Signed in ${{ time: at }}`) : at
    return [sight, hasZones && zoneName].filter(Boolean).join(' · ')
  }
  const toInsideNote = ({ name: who, team, confirmedAt }: InsideOnPaper) => {
    const name = show(who)
    if (confirmedAt === null)
      return namesNotes
        ? msg`${{ name }}: inside with ${{ team }}, not confirmed yet`
        : msg`Inside with ${{ team }}, not confirmed yet`
    const at = time(confirmedAt)
    return namesNotes
      ? msg`${{ name }}: inside with ${{ team }}, last confirmed ${{ time: at }}`
      : msg`Inside with ${{ team }}, last confirmed ${{ time: at }}`
  }
  const empty = { isBold: false, phone: nothing, seen: nothing, position: nothing }
  const rows = soughtSections.flatMap(kind => {
    const those = people.filter(it => findSoughtSection(it) === kind)
    const section = toHeading(text(sectionTexts[kind]), those.length)
    if (kind === 'unknown') {
      const numbers = those.map(it => findUnknownBadge(it.name) ?? it.name).join(', ')
      return those.length === 0 ? [] : [{ ...empty, key: kind, section, name: section, notes: [numbers] }]
    }
    return those.map(it => ({
      key: it.id,
      section,
      isBold: kind === 'help',
      name: show(it.listName),
      phone: it.phone || nothing,
      seen: toLastSeen(it),
      position: it.position ? `${toPlusCode(it.position)} ${time(it.position.at)}` : nothing,
      notes: toNotes(it),
    }))
  })
  const insideRows = inside.map(it => ({
    ...{ ...empty, key: it.id, section: text(msg`Inside with teams: ${{ count: count(inside.length) }}`) },
    ...{ name: show(it.name), phone: it.phone || nothing, ...(hasZones && { seen: it.zoneName }) },
    notes: [text(toInsideNote(it))],
  }))
  return [...rows, ...insideRows].map((row, index) => ({ ...row, number: index + 1 }))
}
