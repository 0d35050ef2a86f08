import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Adds a photo to a data folder, which others can read, as can everything above it. */
export async function createOpenPhoto(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'files', 'avatars', 'somebody')
  await mkdir(folder, { recursive: true })
  const photo = join(folder, 'profile-1.webp')
  await writeFile(photo, 'a photo')
  for (const path of ['.', 'files', 'files/avatars', 'files/avatars/somebody'])
    await chmod(join(dataDir, path), 0o755)
  await chmod(photo, 0o644)
}
