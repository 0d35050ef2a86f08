import { i18n } from '@lingui/core'
import type { BroadcastDetail, BroadcastTemplate } from '@muster/contract/broadcasts.ts'
import {
  type BroadcastPriority,
  defaultAnswers,
  defaultPriority,
  type OfferedAnswer,
  toAnswers,
} from '@muster/domain/broadcast.ts'
import type { ZoneRole } from '@muster/domain/role.ts'
import { toDateTimeLocalValue } from '../../lib/local-field.ts'

export type BroadcastForm = {
  title: string
  message: string
  priority: BroadcastPriority
  allZones: boolean
  groups: string[]
  /** True if the last group was removed, so that another group or all users must be selected. */
  mustChooseGroups: boolean
  roles: ZoneRole[]
  insideOnly: boolean
  asksAnswer: boolean
  answers: OfferedAnswer[]
  later: boolean
  /** Local time, in the format of the browser's input. */
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
  answers: defaultAnswers.map(({ text, meaning }) => ({ text: i18n._(text), meaning })),
  later: false,
  sendAt: '',
}

/** The form that calls everyone inside. The title and message say what to do, so they are the sender's. */
export const callForm: BroadcastForm = {
  ...emptyForm,
  priority: 'urgent',
  insideOnly: true,
  asksAnswer: true,
}

/** True if the audience is set. Removing the last group does not widen it to everybody. */
export const hasAudience = ({ allZones, mustChooseGroups }: BroadcastForm) => allZones || !mustChooseGroups

export const withGroups = (form: BroadcastForm, groups: string[]) => ({
  groups,
  mustChooseGroups: groups.length === 0 && (form.groups.length > 0 || form.mustChooseGroups),
})

export const toTarget = (form: BroadcastForm, zoneId: string | null) => ({
  zoneId: form.allZones ? null : zoneId,
  targetGroups: form.allZones ? [] : form.groups,
  targetRoles: form.roles,
  insideOnly: form.insideOnly,
})

/** Returns the input to send, without the request id and the attachment. */
export const toSendInput = (form: BroadcastForm, zoneId: string | null) => ({
  ...toTarget(form, zoneId),
  title: form.title.trim(),
  message: form.message.trim(),
  priority: form.priority,
  answers: toOfferedAnswers(form),
  sendAt: form.later && form.sendAt ? new Date(form.sendAt).toISOString() : null,
})

/** Returns the server's input for counting the people reached. `broadcastId`: the scheduled broadcast being edited. */
export const toPreviewInput = (form: BroadcastForm, zoneId: string | null, broadcastId?: string) => ({
  ...toTarget(form, zoneId),
  priority: form.priority,
  ...(broadcastId && { broadcastId }),
})

/** Returns the offered answers without empty ones and duplicates; none if the broadcast asks for no answer. */
export const toOfferedAnswers = ({ asksAnswer, answers }: BroadcastForm): OfferedAnswer[] =>
  asksAnswer
    ? toAnswers(answers.map(it => ({ ...it, text: it.text.trim() })).filter(({ text }) => text !== ''))
    : []

export const toForm = (it: BroadcastDetail): BroadcastForm => ({
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
  sendAt: toDateTimeLocalValue(it.sendAt ?? undefined),
})

export const withTemplate = (form: BroadcastForm, it: BroadcastTemplate): BroadcastForm => ({
  ...form,
  title: it.title,
  message: it.message,
  priority: it.priority,
  asksAnswer: it.answers.length > 0,
  answers: it.answers.length > 0 ? it.answers : emptyForm.answers,
})
