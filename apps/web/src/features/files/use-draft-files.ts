import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { loadDraftFiles, saveDraftFiles } from '../../lib/drafts/draft-files-store.ts'
import { toDraftKey } from '../../lib/drafts/draft-store.ts'
import { useMe } from '../../lib/session/use-session.ts'
import type { Uploads } from './use-uploads.ts'

/** Keeps the files chosen in a form with its draft on this device, and restores them. `form`: the name of the draft. */
export function useDraftFiles(form: string, uploads: Uploads) {
  const { userId } = useMe()
  const key = toDraftKey(form, userId)
  const [isLoaded, setIsLoaded] = useState(false)
  const [isRestored, setIsRestored] = useState(false)
  const isFinished = useRef(false)
  const restoreFiles = useEffectEvent(async (files: File[]) => {
    await uploads.add(files)
    setIsRestored(files.length > 0)
    setIsLoaded(true)
  })
  useEffect(() => {
    let isCurrent = true
    void loadDraftFiles(key).then(files => {
      if (isCurrent) void restoreFiles(files)
    })
    return () => {
      isCurrent = false
    }
  }, [key])
  const saveFiles = useEffectEvent(() => {
    if (!isFinished.current)
      void saveDraftFiles(
        key,
        uploads.unsent().map(({ file }) => file),
      )
  })
  const ids = uploads.items.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the files change with the ids of the list
  useEffect(() => {
    // Until the stored files are in the list, saving it would delete them.
    if (isLoaded) saveFiles()
  }, [ids, isLoaded])
  return {
    isRestored,
    /** Deletes the stored files once the form has been sent. */
    forget() {
      isFinished.current = true
      void saveDraftFiles(key, [])
    },
    /** Removes all files from the form. */
    discard() {
      setIsRestored(false)
      for (const { id } of uploads.items) uploads.remove(id)
    },
  }
}
