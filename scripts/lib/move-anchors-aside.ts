import { rename } from 'node:fs/promises'
import { toAnchorsPath } from '../../apps/server/src/features/security/anchors.ts'

/** Sets the anchors aside, because they attest to events after the backup, which no longer exist. */
export async function moveAnchorsAside(dataDir: string): Promise<void> {
  const asidePath = toAnchorsPath(dataDir).replace(/\.jsonl$/, `.before-restore-${Date.now()}.jsonl`)
  await rename(toAnchorsPath(dataDir), asidePath).then(
    () => console.log(`The anchors of the former security log are kept in ${asidePath}`),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    },
  )
}
