"""What can be said of a drive: how far it is from a real one, and what it can promise.

`validation` sets the model's times beside a trace's, `residuals` says what is left, request by
request, `crossvalidation` fits a drive file on half of a trace and scores it on the other half,
`admission` says how many media streams can be promised their deadlines. Uses drives and all below
them. Begin with `validation.validate`.
"""
