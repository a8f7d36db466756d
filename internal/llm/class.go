package llm

// Class is the kind of a request by which a Balance chooses among its members.
type Class uint8

// The classes.
const (
	PaidReply  Class = iota // a reply to a user with a running purchase
	FreeReply               // a reply to a user without a running purchase
	Background              // suggestions and notes; a talk can continue without them
	classCount
)

// Classes are all classes.
var Classes = [classCount]Class{PaidReply, FreeReply, Background}

// String returns the name of a class in settings and metrics: paid, free or background.
func (c Class) String() string { return [classCount]string{"paid", "free", "background"}[c] }

// Class returns the class of a request. Rule replies-queued.
func (r Request) Class() Class {
	switch {
	case r.Task != Reply:
		return Background
	case r.IsPaying:
		return PaidReply
	}
	return FreeReply
}

// ClassSet is a set of classes. The zero value is empty.
type ClassSet uint8

// NewClassSet returns the set of the classes with these names; "all" names every class. It
// ignores unknown names.
func NewClassSet(names ...string) (set ClassSet) {
	for _, c := range Classes {
		for _, name := range names {
			if name == c.String() || name == "all" {
				set |= 1 << c
			}
		}
	}
	return set
}

// Has reports whether a class is in the set.
func (s ClassSet) Has(c Class) bool { return s&(1<<c) != 0 }
