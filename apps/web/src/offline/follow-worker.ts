import { sendWaitingMessage, type WorkerMessage } from '../installed/worker-messages.ts'

/** Tells it when the network is back; calls `send` when it asks for the entries. Returns a function that stops both. */
export function followWorker(send: () => void): () => void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const handleOnline = () => {
    const message: WorkerMessage = { type: 'SYNC_DATA' }
    void container?.getRegistration().then(registration => registration?.active?.postMessage(message))
  }
  const handleMessage = ({ data }: MessageEvent) => {
    if (data === sendWaitingMessage) send()
  }
  window.addEventListener('online', handleOnline)
  container?.addEventListener?.('message', handleMessage)
  return () => {
    window.removeEventListener('online', handleOnline)
    container?.removeEventListener?.('message', handleMessage)
  }
}
