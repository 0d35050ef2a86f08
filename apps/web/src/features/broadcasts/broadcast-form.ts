import type { BroadcastDetail, BroadcastTemplate } from '@muster/contract/broadcasts.ts'
import {
  type BroadcastPriority,
  defaultAnswers,
  defaultPriority,
  type OfferedAnswer,
  toAnswers,
} from '@muster/domain/broadcast.ts'
import type { ZoneRole } from '@muster/domain/role.ts'
import { toLocalField } from '../../lib/local-field.ts'

/** What is typed and chosen for a new broadcast. */
export type BroadcastForm = {
  title: string
  message: string
  priority: BroadcastPriority
  allZones: boolean
  groups: string[]
  /** Its groups were taken out: another group, or all users, has to be chosen. */
  mustChooseGroups: boolean
  roles: ZoneRole[]
  insideOnly: boolean
  asksAnswer: boolean
  answers: OfferedAnswer[]
  later: boolean
  /** Local, as the field of a browser has it. */
  sendAt: string
}

export const emptyForm: BroadcastForm = {
  title: '',
  message: '',
  priority: defaultPriority,
  allZones: false,
  groups: [],
  mustChooseGroups: false,
  roles: [],
  insideOnly: false,
  asksAnswer: false,
  answers: [...defaultAnswers],
  later: false,
  sendAt: '',
}

/** Whether it says who it is for: taking out the last group does not make it go to everybody. */
export const hasAudience = ({ allZones, mustChooseGroups }: BroadcastForm) => allZones || !mustChooseGroups

/** The groups of a form after a change by hand. */
export const withGroups = (form: BroadcastForm, groups: string[]) => ({
  groups,
  mustChooseGroups: groups.length === 0 && (form.groups.length > 0 || form.mustChooseGroups),
})

/** The choice of who it is for, as the server counts and sends it. */
export const targetOf = (form: BroadcastForm, zoneId: string | null) => ({
  zoneId: form.allZones ? null : zoneId,
  targetGroups: form.allZones ? [] : form.groups,
  targetRoles: form.roles,
  insideOnly: form.insideOnly,
})

/** What is sent, but for the request id and the attachment. */
export const sendInput = (form: BroadcastForm, zoneId: string | null) => ({
  ...targetOf(form, zoneId),
  title: form.title.trim(),
  message: form.message.trim(),
  priority: form.priority,
  answers: answersOf(form),
  sendAt: form.later && form.sendAt ? new Date(form.sendAt).toISOString() : null,
})

/** What the server needs to count the people it reaches. `broadcastId`: the scheduled one that is being changed. */
export const previewOf = (form: BroadcastForm, zoneId: string | null, broadcastId?: string) => ({
  ...targetOf(form, zoneId),
  priority: form.priority,
  ...(broadcastId && { broadcastId }),
})

/** The answers that are asked for, without empty ones and those that stand there twice. */
export const answersOf = ({ asksAnswer, answers }: BroadcastForm): OfferedAnswer[] =>
  asksAnswer
    ? toAnswers(answers.map(it => ({ ...it, text: it.text.trim() })).filter(({ text }) => text !== ''))
    : []

/** A scheduled broadcast, to be changed. */
export const formOf = (it: BroadcastDetail): BroadcastForm => ({
  title: it.title,
  message: it.message,
  priority: it.priority,
  allZones: it.zoneId === null,
  groups: it.targetGroups.map(({ id }) => id),
  mustChooseGroups: false,
  roles: it.targetRoles,
  insideOnly: it.insideOnly,
  asksAnswer: it.answers.length > 0,
  answers: it.answers.length > 0 ? it.answers : emptyForm.answers,
  later: true,
  sendAt: toLocalField(it.sendAt ?? undefined),
})

export const withTemplate = (form: BroadcastForm, it: BroadcastTemplate): BroadcastForm => ({
  ...form,
  title: it.title,
  message: it.message,
  priority: it.priority,
  asksAnswer: it.answers.length > 0,
  answers: it.answers.length > 0 ? it.answers : emptyForm.answers,
})
