// Package money represents amounts of money as whole numbers of minor units. It is pure.
package money

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Money is an amount of a currency. MinorAmount is in the minor unit, such as cents.
// Currency is an ISO 4217 code.
type Money struct {
	MinorAmount int64
	Currency    string
}

// exponentByCurrency has the number of digits after the decimal point, for currencies that do not have
// two.
var exponentByCurrency = map[string]int{
	"BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0, "UGX": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
	"BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
}

// Exponent returns the number of digits after the decimal point of a currency.
func Exponent(currency string) int {
	if n, ok := exponentByCurrency[currency]; ok {
		return n
	}
	return 2
}

// Decimal returns the amount as a decimal number, such as "24.00". It has at least two
// digits after the point (rule payment-amount).
func (m Money) Decimal() string {
	sign, minor := "", m.MinorAmount
	if minor < 0 {
		sign, minor = "-", -minor
	}
	decimalCount := Exponent(m.Currency)
	text := fmt.Sprintf("%0*d", decimalCount+1, minor)
	whole, fraction := text[:len(text)-decimalCount], text[len(text)-decimalCount:]
	return sign + whole + "." + fraction + strings.Repeat("0", max(0, 2-decimalCount))
}

// symbolByCurrency are the signs of currencies that are written before the number.
var symbolByCurrency = map[string]string{"USD": "$", "EUR": "€", "GBP": "£", "INR": "₹", "JPY": "¥"}

// String returns the amount for readers, such as "$24.00" or "24.000 KWD".
func (m Money) String() string {
	number := m.Decimal()
	if Exponent(m.Currency) == 0 {
		number = strings.TrimSuffix(number, ".00")
	}
	if sign, ok := symbolByCurrency[m.Currency]; ok {
		if rest, negative := strings.CutPrefix(number, "-"); negative {
			return "-" + sign + rest
		}
		return sign + number
	}
	return number + " " + m.Currency
}

// errNotDecimal is the error of Parse.
var errNotDecimal = errors.New("money: no amount of the currency")

// Parse reads an amount of a currency from a decimal number such as "0.50". A plus or minus sign is
// an error. Digits beyond the currency's minor unit must be zeros.
func Parse(decimal, currency string) (Money, error) {
	decimalCount := Exponent(currency)
	whole, fraction, _ := strings.Cut(decimal, ".")
	if len(fraction) > decimalCount {
		if strings.Trim(fraction[decimalCount:], "0") != "" {
			return Money{}, errNotDecimal
		}
		fraction = fraction[:decimalCount]
	}
	text := whole + fraction + strings.Repeat("0", decimalCount-len(fraction))
	if whole == "" || strings.ContainsFunc(text, func(r rune) bool { return r < '0' || r > '9' }) {
		return Money{}, errNotDecimal
	}
	minor, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return Money{}, errNotDecimal
	}
	return Money{minor, currency}, nil
}
