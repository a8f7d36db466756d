package billing

import "context"

func (s *Service) handleOrders(context.Context, *struct{}) (*ordersOut, error) {
	return nil, errUnbuilt
}
func (s *Service) handleOneOrder(context.Context, *orderRef) (*orderOut, error) {
	return nil, errUnbuilt
}
