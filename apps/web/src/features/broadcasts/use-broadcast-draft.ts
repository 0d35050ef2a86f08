import { useEffect, useRef, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { draftOf } from '../../lib/drafts/draft-store.ts'
import { useMe } from '../../lib/session/use-session.ts'
import type { BroadcastForm } from './broadcast-form.ts'

type StoredDraft = {
  json: string
  file: string
  /** JSON of the saved form that the draft was begun from. */
  basis: string
  /** Content of a try whose outcome is unknown, and the request id it was made with. */
  tried: string
  requestId: string
}
const emptyDraft: StoredDraft = { json: '', file: '', basis: '', tried: '', requestId: '' }

export const editDraftName = (broadcastId: string) => `broadcast-edit-${broadcastId}`

/** Whether this tab holds unsaved changes to a scheduled broadcast. */
export const hasEditDraft = (broadcastId: string, userId: string): boolean =>
  draftOf<StoredDraft>(editDraftName(broadcastId), userId).load(emptyDraft).json !== ''

export type BroadcastDraft = ReturnType<typeof useBroadcastDraft>

/**
 * The form of a broadcast over what is saved, kept in this tab until it is sent: closing it, going back or a reload loses none of it.
 * `name` names the draft; `file` is that of the chosen attachment, which cannot be kept.
 */
export function useBroadcastDraft(name: string, saved: BroadcastForm, file: string | undefined) {
  const { userId } = useMe()
  const [storedDraft, setStoredDraft] = useState(() => draftOf<StoredDraft>(name, userId).load(emptyDraft))
  const [form, setForm] = useState(() => formIn(storedDraft, saved))
  const [basis, setBasis] = useState(() => storedDraft.basis || JSON.stringify(saved))
  const [attempt, setAttempt] = useState(() => attemptIn(storedDraft))
  const [isRestored, setIsRestored] = useState(storedDraft.json !== '')
  const [hasOtherDraft, setHasOtherDraft] = useState(false)
  const isSent = useRef(false)
  const storedName = useRef(name)
  useEffect(() => {
    if (isSent.current) return
    if (storedName.current !== name) {
      const isTaken = draftOf<StoredDraft>(name, userId).load(emptyDraft).json !== ''
      setHasOtherDraft(isTaken)
      // Another zone was chosen: the text moves there unless that zone has a draft of its own.
      if (!isTaken) {
        draftOf(storedName.current, userId).forget()
        storedName.current = name
      }
    } else setHasOtherDraft(false)
    const json = JSON.stringify(form)
    const draft = draftOf<StoredDraft>(storedName.current, userId)
    if (json === JSON.stringify(saved) && file === undefined) draft.forget()
    else draft.keep({ json, basis, ...attempt, file: file ?? (isRestored ? storedDraft.file : '') })
  }, [name, userId, form, saved, basis, attempt, file, isRestored, storedDraft.file])
  const contentOf = (input: object) => JSON.stringify([input, file ?? ''])
  return {
    form,
    basis,
    change: (changes: Partial<BroadcastForm>) => setForm(now => ({ ...now, ...changes })),
    /** Set while the form shows a kept draft; `file` has to be chosen again. */
    restored: isRestored ? { file: file === undefined ? storedDraft.file : '' } : undefined,
    /** Set while the chosen zone has a draft of its own, which the form does not show. */
    openOther: hasOtherDraft
      ? () => {
          const other = draftOf<StoredDraft>(name, userId).load(emptyDraft)
          storedName.current = name
          setStoredDraft(other)
          setForm(formIn(other, saved))
          setBasis(other.basis || JSON.stringify(saved))
          setAttempt(attemptIn(other))
          setIsRestored(true)
          setHasOtherDraft(false)
        }
      : undefined,
    /** The request id to send this input with: the same one only for the same content. */
    beginAttempt: (input: object): string => {
      const tried = contentOf(input)
      if (attempt.tried === tried) return attempt.requestId
      const requestId = uuidV7()
      setAttempt({ tried, requestId })
      return requestId
    },
    /** The server refused it, so nothing was sent. */
    endAttempt: () => setAttempt(attemptIn(emptyDraft)),
    /** Whether other content was tried before and may have been sent. */
    mayBeSent: (input: object) => attempt.tried !== '' && attempt.tried !== contentOf(input),
    /** Gives up what was kept. */
    startAgain: (from: BroadcastForm = saved) => {
      setForm(from)
      setBasis(JSON.stringify(from))
      setAttempt(attemptIn(emptyDraft))
      setIsRestored(false)
    },
    /** It was sent. */
    forget: () => {
      isSent.current = true
      draftOf(storedName.current, userId).forget()
    },
  }
}

const attemptIn = ({ tried, requestId }: StoredDraft) => ({ tried, requestId })

const formIn = ({ json }: StoredDraft, saved: BroadcastForm): BroadcastForm => ({
  ...saved,
  ...readForm(json, saved),
})

/** The fields that fit those of the form: an older version of the app may have kept others. */
function readForm(json: string, like: BroadcastForm): Partial<BroadcastForm> {
  try {
    const fields: unknown = JSON.parse(json || '{}')
    if (typeof fields !== 'object' || fields === null) return {}
    return Object.fromEntries(
      Object.entries(fields).filter(([field, value]) => fits(like[field as keyof BroadcastForm], value)),
    )
  } catch {
    // An unreadable draft is no draft.
    return {}
  }
}

function fits(like: unknown, value: unknown): boolean {
  if (!Array.isArray(like)) return typeof value === typeof like
  return Array.isArray(value) && value.every(item => typeof item === typeof (like[0] ?? ''))
}
