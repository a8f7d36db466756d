package app

// registerScrapedMetrics adds the metrics that are read from the database and the disk.
func (a *App) registerScrapedMetrics(r rooms) {
	a.metrics.WatchOrders(r.billing.CountOrders)
	a.metrics.WatchFailedRefunds(r.billing.CountFailedRefunds)
	a.metrics.WatchJobs(a.jobs.OverdueSeconds)
	a.metrics.WatchSpending(a.ledger.TokensToday, a.ledger.MoneyToday)
	a.metrics.WatchModelServers(a.model.runningCalls, a.model.waitingCalls)
	a.metrics.WatchDisk(a.opts.Config.DataDir)
}
