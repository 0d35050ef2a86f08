import { useEffect, useRef, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { openDraft } from '../../lib/drafts/draft-store.ts'
import { useMe } from '../../lib/session/use-session.ts'
import type { BroadcastForm } from './broadcast-form.ts'

type StoredDraft = {
  json: string
  file: string
  /** JSON of the saved form on which the draft is based. */
  basis: string
  /** The content of an attempt whose outcome is unknown, and its request id. */
  tried: string
  requestId: string
}
const emptyDraft: StoredDraft = { json: '', file: '', basis: '', tried: '', requestId: '' }

export const editDraftName = (broadcastId: string) => `broadcast-edit-${broadcastId}`

/** True if this device has unsaved changes to a scheduled broadcast. */
export const hasEditDraft = (broadcastId: string, userId: string): boolean =>
  openDraft<StoredDraft>(editDraftName(broadcastId), userId).load(emptyDraft).json !== ''

export type BroadcastDraft = ReturnType<typeof useBroadcastDraft>

/** Stored until the broadcast is sent. `name` identifies the draft; `file` is the name of the attachment, which cannot be stored. */
export function useBroadcastDraft(name: string, saved: BroadcastForm, file: string | undefined) {
  const { userId } = useMe()
  const [storedDraft, setStoredDraft] = useState(() => openDraft<StoredDraft>(name, userId).load(emptyDraft))
  const [form, setForm] = useState(() => restoreForm(storedDraft, saved))
  const [basis, setBasis] = useState(() => storedDraft.basis || JSON.stringify(saved))
  const [attempt, setAttempt] = useState(() => toAttempt(storedDraft))
  const [isRestored, setIsRestored] = useState(storedDraft.json !== '')
  const [hasOtherDraft, setHasOtherDraft] = useState(false)
  const isSent = useRef(false)
  const storedName = useRef(name)
  useEffect(() => {
    if (isSent.current) return
    if (storedName.current !== name) {
      const isTaken = openDraft<StoredDraft>(name, userId).load(emptyDraft).json !== ''
      setHasOtherDraft(isTaken)
      // The zone has changed: the text moves along unless the new zone has a draft of its own.
      if (!isTaken) {
        openDraft(storedName.current, userId).forget()
        storedName.current = name
      }
    } else setHasOtherDraft(false)
    const json = JSON.stringify(form)
    const draft = openDraft<StoredDraft>(storedName.current, userId)
    if (json === JSON.stringify(saved) && file === undefined) draft.forget()
    else draft.save({ json, basis, ...attempt, file: file ?? (isRestored ? storedDraft.file : '') })
  }, [name, userId, form, saved, basis, attempt, file, isRestored, storedDraft.file])
  const toContent = (input: object) => JSON.stringify([input, file ?? ''])
  return {
    form,
    basis,
    change: (changes: Partial<BroadcastForm>) => setForm(previousForm => ({ ...previousForm, ...changes })),
    /** Set while the form shows a restored draft; `file` must be chosen again. */
    restored: isRestored ? { file: file === undefined ? storedDraft.file : '' } : undefined,
    /** Set while the selected zone has a draft of its own that the form does not show. */
    openOther: hasOtherDraft
      ? () => {
          const otherDraft = openDraft<StoredDraft>(name, userId).load(emptyDraft)
          storedName.current = name
          setStoredDraft(otherDraft)
          setForm(restoreForm(otherDraft, saved))
          setBasis(otherDraft.basis || JSON.stringify(saved))
          setAttempt(toAttempt(otherDraft))
          setIsRestored(true)
          setHasOtherDraft(false)
        }
      : undefined,
    /** Returns the request id for this input: the same id only for the same content. */
    beginAttempt: (input: object): string => {
      const content = toContent(input)
      if (attempt.tried === content) return attempt.requestId
      const requestId = uuidV7()
      setAttempt({ tried: content, requestId })
      return requestId
    },
    /** Ends an attempt that the server refused, which means that nothing was sent. */
    endAttempt: () => setAttempt(toAttempt(emptyDraft)),
    /** True if different content was attempted before and may have been sent. */
    mayBeSent: (input: object) => attempt.tried !== '' && attempt.tried !== toContent(input),
    /** Discards the draft and resets the form to `baseForm`. */
    startAgain: (baseForm: BroadcastForm = saved) => {
      setForm(baseForm)
      setBasis(JSON.stringify(baseForm))
      setAttempt(toAttempt(emptyDraft))
      setIsRestored(false)
    },
    /** Deletes the draft once the broadcast has been sent or saved. */
    forget: () => {
      isSent.current = true
      openDraft(storedName.current, userId).forget()
    },
  }
}

const toAttempt = ({ tried, requestId }: StoredDraft) => ({ tried, requestId })

const restoreForm = ({ json }: StoredDraft, saved: BroadcastForm): BroadcastForm => ({
  ...saved,
  ...parseForm(json, saved),
})

/** Returns the stored fields that fit the form, because an older version of the app may have stored others. */
function parseForm(json: string, example: BroadcastForm): Partial<BroadcastForm> {
  try {
    const fields: unknown = JSON.parse(json || '{}')
    if (typeof fields !== 'object' || fields === null) return {}
    return Object.fromEntries(
      Object.entries(fields).filter(([field, value]) =>
        hasSameType(example[field as keyof BroadcastForm], value),
      ),
    )
  } catch {
    // An unreadable draft is treated as missing.
    return {}
  }
}

function hasSameType(example: unknown, value: unknown): boolean {
  if (!Array.isArray(example)) return typeof value === typeof example
  return Array.isArray(value) && value.every(item => typeof item === typeof (example[0] ?? ''))
}
