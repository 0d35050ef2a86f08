import { useEffect, useRef, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { draftOf } from '../../lib/drafts/draft-store.ts'
import { useMe } from '../../lib/session/use-session.ts'
import type { BroadcastForm } from './broadcast-form.ts'

type Kept = { json: string; requestId: string; file: string }
const nothing: Kept = { json: '', requestId: '', file: '' }

/**
 * The form of a broadcast over what is saved, kept in this tab until it is sent: closing it, going back or a reload loses none of it.
 * `name` names the draft; `file` is that of the chosen attachment, which cannot be kept.
 */
export function useBroadcastDraft(name: string, saved: BroadcastForm, file: string | undefined) {
  const { userId } = useMe()
  const [kept] = useState(() => draftOf<Kept>(name, userId).load(nothing))
  const [form, setForm] = useState<BroadcastForm>(() => ({ ...saved, ...readForm(kept.json, saved) }))
  // Sent again after an answer that was lost, it must be known as the same one.
  const [requestId, setRequestId] = useState(() => kept.requestId || uuidV7())
  const [isRestored, setIsRestored] = useState(kept.json !== '')
  const isSent = useRef(false)
  const keptAs = useRef(name)
  useEffect(() => {
    if (isSent.current) return
    // Another zone was chosen: what is written goes along.
    if (keptAs.current !== name) draftOf(keptAs.current, userId).forget()
    keptAs.current = name
    const json = JSON.stringify(form)
    const draft = draftOf<Kept>(name, userId)
    if (json === JSON.stringify(saved) && file === undefined) draft.forget()
    else draft.keep({ json, requestId, file: file ?? (isRestored ? kept.file : '') })
  }, [name, userId, form, saved, requestId, file, isRestored, kept.file])
  return {
    form,
    requestId,
    change: (changes: Partial<BroadcastForm>) => setForm(now => ({ ...now, ...changes })),
    /** Set while the form shows a kept draft; `file` has to be chosen again. */
    restored: isRestored ? { file: file === undefined ? kept.file : '' } : undefined,
    /** Gives up what was kept. */
    startAgain: () => {
      setForm(saved)
      setRequestId(uuidV7())
      setIsRestored(false)
    },
    /** It was sent. */
    forget: () => {
      isSent.current = true
      draftOf(name, userId).forget()
    },
  }
}

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
