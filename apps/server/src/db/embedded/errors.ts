/** Thrown while another running Muster uses the data folder. The message is one line for the person at the terminal. */
export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUseError'
  readonly dataDir: string
  readonly pid: number

  constructor(dataDir: string, pid: number) {
    super(
      `Another Muster (process ${pid}) is already using the data folder ${dataDir}. Stop it first, or set DATA_DIR.`,
    )
    this.dataDir = dataDir
    this.pid = pid
  }
}

/** Thrown if the embedded PostgreSQL could not be prepared or started. The message can be shown unchanged. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}
