type ProcessReport = typeof process.report & { excludeNetwork: boolean }

/** Returns the process's limit on open files and sockets; infinity if the system reports none. */
export function getMaxOpenFiles(): number {
  const report = process.report as ProcessReport
  const previousSetting = report.excludeNetwork
  // The network is excluded, because reverse DNS lookups would take seconds.
  report.excludeNetwork = true
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: number | string } } }
  report.excludeNetwork = previousSetting
  const softLimit = Number(userLimits?.open_files?.soft)
  return Number.isNaN(softLimit) ? Number.POSITIVE_INFINITY : softLimit
}
