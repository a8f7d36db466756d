package app

// registerScrapedMetrics adds the metrics that are read from the database and the disk.
func (a *App) registerScrapedMetrics(r rooms) {
	a.metrics.RegisterOrderCounts(r.billing.CountOrders)
	a.metrics.RegisterFailedRefundCount(r.billing.CountFailedRefunds)
	a.metrics.RegisterJobDelays(a.jobs.OverdueSeconds)
	a.metrics.RegisterSpending(a.ledger.TokensToday, a.ledger.MoneyToday)
	a.metrics.RegisterModelCallCounts(a.model.runningCalls, a.model.waitingCalls)
	a.metrics.RegisterFreeDiskSpace(a.opts.Config.DataDir)
}
