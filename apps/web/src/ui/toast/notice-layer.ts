import { toast } from 'sonner'

type Options = {
  text?: string
  /** Milliseconds; 4000 unless told. 5000 for a new alert. */
  durationMs?: number
  /** A button that does the next step: "View". */
  action?: { label: string; run: () => void }
  /** The same id replaces the notice that shows. */
  id?: string
}

let lastId = 0

function show(
  kind: 'message' | 'success' | 'error' | 'loading',
  title: string,
  options: Options = {},
): string {
  lastId += 1
  const id = options.id ?? `notice-${lastId}`
  toast[kind](title, {
    id,
    testId: id,
    description: options.text,
    duration: options.durationMs,
    action: options.action && { label: options.action.label, onClick: options.action.run },
  })
  return id
}

/** The second layer, for what happened by itself (see notify.ts for which layer is whose). Each returns its id. */
export const noticeLayer = {
  message: (title: string, options?: Options) => show('message', title, options),
  success: (title: string, options?: Options) => show('success', title, options),
  error: (title: string, options?: Options) => show('error', title, options),
  /** Stays until it is replaced by another one with its id, or dismissed: an upload, an export. */
  working: (title: string, options?: Options) => show('loading', title, { ...options, durationMs: Infinity }),
  dismiss: (id: string) => {
    toast.dismiss(id)
  },
}
