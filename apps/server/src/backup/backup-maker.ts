/** The forms of a backed-up database, by which `restore` and the check choose how to read it. */
export const backupForms = ['cluster', 'portable'] as const
export type BackupForm = (typeof backupForms)[number]

/** Makes and restores the database part of a backup, in one form. The service adds files, packs, encrypts and keeps it. */
export type BackupMaker = {
  readonly form: BackupForm
  /** Returns the maximum disk space (bytes) that `make` needs. */
  estimateBytes(): Promise<number>
  /**
   * Writes the database, keys, anchors, maps and mail, but not the stored files, with `manifest.json` as `npm run restore` reads it
   * and, unless it is portable and has figures of its own, `tables.json` (`TableFigure[]`).
   */
  make(folder: string, signal: AbortSignal): Promise<void>
}

/** Restores a folder that a maker of this form wrote into a new database of its own in `dataDir`; returns its address. */
export type OpenBackup = (
  folder: string,
  dataDir: string,
) => Promise<{ readonly url: string; close(): Promise<void> }>

export const TABLES_FILE = 'tables.json'
